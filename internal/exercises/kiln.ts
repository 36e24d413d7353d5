import { readFileSync } from "node:fs";

/** Files of a site that was customised in an afternoon; a fork owns each of them. */
export const KILN: Readonly<Record<string, string | Uint8Array>> = {
  "docent.config.ts": `import type { DocentConfig } from "./lib/config/schema.ts";

export default {
  organisation: { id: "kiln", name: "Kiln Works" },
  projects: [
    {
      id: "kiln",
      domain: "kiln",
      name: "Kiln",
      description: "Firing schedules for potters.",
      siteUrl: "http://localhost:3000",
      content: "content",
      apiDescription: "content/openapi.yaml",
      languages: [
        { id: "en", label: "English" },
        { id: "fr", label: "Français" },
      ],
    },
  ],
  theme: { accent: { light: "#9c3d10", dark: "#ffb38a" } },
  navigation: { links: [{ text: "Pricing", url: "/pricing" }] },
  logo: { light: "/kiln.svg", dark: "/kiln-dark.svg" },
  favicon: "/kiln.svg",
  scripts: [{ src: "https://plausible.example/js/script.js", attributes: { "data-domain": "kiln.example" } }],
  assistant: { starterQuestions: { en: ["How do I glaze a bowl?"], fr: [] } },
} satisfies DocentConfig;
`,
  "content/en/glaze.mdx": `---
title: Glaze a bowl
description: From bisque to a glazed bowl.
---

## Glaze it

Dip the bowl into the glaze for three seconds.

<Firing temperature="1240" hours={9}>Let it cool for a day.</Firing>
`,
  "content/openapi.yaml": `openapi: 3.1.0
info: { title: Kiln API, version: "1" }
servers: [{ url: "https://api.kiln.example" }]
paths:
  /firings:
    post:
      operationId: startFiring
      tags: [Firings]
      summary: Start a firing
      responses: { "201": { description: The kiln heats up. } }
`,
  "site/index.ts": `import type { SiteDefinition } from "../lib/site-definition.ts";
import { fr } from "./messages/fr.ts";

export default {
  components: {
    Firing: {
      props: { temperature: "number", hours: "number" },
      markdown: ({ temperature, hours }, children) => \`Fire at **\${temperature} °C** for \${hours} hours. \${children}\`,
    },
  },
  messages: { fr },
} satisfies SiteDefinition;
`,
  "site/messages/fr.ts": `import type { OwnMessages } from "../../lib/i18n/own-messages.ts";

export const fr: OwnMessages = {
  docs: { docs: "Documentation", startReading: "Commencer", skip: "Aller au contenu", next: "Suivant", previous: "Précédent" },
  searchTrigger: { search: "Rechercher" },
};
`,
  "site/ui.tsx": `import type { LandingProps, SiteUi } from "../components/site-ui.ts";
import type site from "./index.ts";

function Landing({ language }: LandingProps) {
  return (
    <main id="content" className="landing" tabIndex={-1}>
      <h1>{language === "fr" ? "Cuire sans surprise" : "Fire without surprises"}</h1>
    </main>
  );
}

export default {
  landing: Landing,
  components: {
    Firing: ({ temperature, hours, children }) => (
      <p>
        {temperature} °C, {hours} h. {children}
      </p>
    ),
  },
  slots: { banner: () => <p>New: the wood kiln.</p>, pageFoot: ({ page }) => <p>Was “{page.title}” of use?</p> },
} satisfies SiteUi<typeof site>;
`,
  "site/theme.css": `@font-face {
  font-family: "Kiln Sans";
  src: url("/fonts/kiln.woff2") format("woff2");
}

:root {
  --sans: "Kiln Sans", sans-serif;
  --radius: 0;
}
`,
  "app/(default)/pricing/page.tsx": `export default function Page() {
  return (
    <main id="content">
      <h1>What firing costs</h1>
    </main>
  );
}
`,
  "public/kiln.svg": `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><path d="M3 19V8l7-6 7 6v11z" fill="#9c3d10"/></svg>`,
  "public/kiln-dark.svg": `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><path d="M3 19V8l7-6 7 6v11z" fill="#ffb38a"/></svg>`,
  "public/fonts/kiln.woff2": readFileSync("node_modules/@fontsource/geist-mono/files/geist-mono-latin-400-normal.woff2"),
};

/** Flags of \`npm run init\` for this site. */
export const KILN_FLAGS = [
  "--name",
  "Kiln",
  "--languages",
  "en,fr",
  "--versions",
  "none",
  "--colors",
  "#9c3d10,#ffb38a",
  "--api",
  "none",
  "--yes",
];
