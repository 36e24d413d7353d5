import { define } from "./definition.ts";
import { onlyChildren, section } from "./forms.ts";

const group = define({ markdown: onlyChildren, props: {} });

/** Parts of a page that show on demand, or to some readers; search reads all of them. */
export const alternatives = {
  Tabs: group,
  Tab: define({ markdown: section, props: { title: "text", icon: "icon", id: "id" } }),
  CodeGroup: group,
  Accordions: group,
  AccordionGroup: group,
  Accordion: define({
    markdown: section,
    props: { title: "text", description: "text", icon: "icon", defaultOpen: "flag", id: "id" },
  }),
  Expandable: define({ markdown: section, props: { title: "text", defaultOpen: "flag" } }),
  View: define({ markdown: section, props: { title: "text", icon: "icon" } }),
};
