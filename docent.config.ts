import type { DocentConfig } from "./lib/config/schema.ts";

export default {
  organisation: { id: "docent", name: "Docent" },
  projects: [
    {
      id: "docent",
      domain: "docent",
      name: "Docent",
      description: "A documentation site you fork and deploy, with an assistant, search and updates behind one HTTP API.",
      siteUrl: "http://localhost:3000",
      content: "content",
      apiDescription: "lib/api-description/openapi.json",
      languages: [
        { id: "en", label: "English" },
        { id: "es", label: "Español" },
      ],
      versions: [
        { id: "v2", label: "v2 · AI SDK 5+" },
        { id: "v1", label: "v1 · AI SDK 4" },
      ],
    },
  ],
  logo: { light: "/logo-light.svg", dark: "/logo-dark.svg" },
  favicon: "/favicon.svg",
  assistant: {
    starterQuestions: {
      en: ["How do I add a page?", "How do I create an API key?", "How do I deploy to Vercel?"],
      es: ["¿Cómo añado una página?", "¿Cómo creo una clave de API?", "¿Cómo publico en Vercel?"],
    },
  },
} satisfies DocentConfig;
