import type { SiteDefinition } from "@/lib/site-definition.ts";
import { en } from "./messages/en.ts";

export default {
  components: {
    Berth: {
      props: { name: "text", length: "number" },
      markdown: ({ name, length }, children) => `**${name}** takes ships of up to ${length} m. ${children}`,
    },
  },
  messages: { en },
} satisfies SiteDefinition;
