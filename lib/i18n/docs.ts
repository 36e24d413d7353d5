// Tested in components/mdx/components.test.tsx.
import { catalogue } from "./catalogue.ts";
import { docs as en } from "./en/docs.ts";
import { docs as es } from "./es/docs.ts";

/** Messages of the pages, whatever does not come from the content. */
export type DocsMessages = typeof en;
export const docsMessages = catalogue<DocsMessages>("docs", en, { es });
