import type { SiteDefinition } from "../lib/site-definition.ts";
import { en } from "./messages/en.ts";

/**
 * What is yours and needs no JSX: components for your pages, and messages of the interface. Commands read it in plain
 * Node, so it imports no JSX and no style sheet. `ui.tsx` draws the components.
 */
export default {
  components: {},
  messages: { en },
} satisfies SiteDefinition;
