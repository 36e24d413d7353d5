import type { DocentConfig } from "@/lib/config/schema.ts";

/** The site that the engine's tests run on: a made-up product, with everything that a fork can have. */
export default {
  organisation: { id: "harbor", name: "Harbor" },
  projects: [
    {
      id: "harbor",
      domain: "harbor",
      name: "Harbor",
      description: "Berths for ships, booked by an API.",
      siteUrl: "http://localhost:3000",
      content: "content",
      apiDescription: "lib/api-description/openapi.json",
      languages: [
        { id: "en", label: "English" },
        { id: "es", label: "Español" },
      ],
      versions: [
        { id: "v2", label: "v2 · new" },
        { id: "v1", label: "v1 · old" },
      ],
    },
  ],
  navigation: { links: [{ text: "Pricing", url: "/pricing" }] },
  logo: { light: "/logo.svg" },
  favicon: "/logo.svg",
  scripts: [{ src: "/stats.js", attributes: { "data-site": "harbor" } }],
  assistant: {
    starterQuestions: {
      en: ["How do I create an assistant key?", "What limits are there?"],
      es: ["¿Cómo creo una clave?"],
    },
  },
} satisfies DocentConfig;
