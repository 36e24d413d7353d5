import { EmbedPage } from "@/components/embed/embed-page.tsx";

export default EmbedPage;
