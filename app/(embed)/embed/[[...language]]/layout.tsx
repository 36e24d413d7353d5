import "../../../global.css";
import { EmbedLayout, embedMetadata } from "@/components/embed/embed-page.tsx";

export const dynamic = "force-dynamic";

export const generateMetadata = embedMetadata;

export default EmbedLayout;
