import type { SiteUi } from "@/components/site-ui.ts";
import type site from "./index.ts";

export default {
  components: {
    Berth: ({ name, length, children }) => (
      <p data-berth={name}>
        {name}, {length} m: {children}
      </p>
    ),
    Tide: ({ port, metres }: { port: string; metres: number }) => <p data-tide={metres + 1}>{port}</p>,
  },
  parts: {
    header: ({ language, children }) => (
      <div className="contents" data-part="header" data-of={language}>
        {children}
      </div>
    ),
    sidebar: ({ page, nodes, children }) => (
      <div className="contents" data-part="sidebar" data-of={page.title} data-nodes={nodes.length}>
        {children}
      </div>
    ),
    footer: ({ site, children }) => (
      <div className="contents" data-part="footer" data-of={site.project.name}>
        {children}
      </div>
    ),
  },
  slots: {
    banner: ({ site }) => <p data-slot="banner">The {site.project.name.toLowerCase()} is open.</p>,
    header: ({ language }) => <span data-slot="header">{language}</span>,
    footer: () => <p data-slot="footer">Mind the tide.</p>,
    headScripts: () => <meta name="harbor" content="head" />,
    sidebarHead: ({ page }) => <p data-slot="sidebar-head">{page.title}</p>,
    sidebarFoot: ({ page }) => <p data-slot="sidebar-foot">{page.title}</p>,
    pageHead: ({ page }) => <p data-slot="page-head">{page.title}</p>,
    pageFoot: ({ page }) => <p data-slot="page-foot">{page.title}</p>,
  },
} satisfies SiteUi<typeof site>;
