import { checkConfig, type Project } from "../../lib/config/config.ts";
import type { Passage } from "../../lib/content/model/passage.ts";
import type { SearchableSite } from "../../lib/search/engines.ts";

/** The members of a passage that a test gives; the rest is filled in. */
export type PassageFixture = Partial<Passage> & { readonly path: string; readonly text: string };

/** Returns a passage for a test, with every field that the test leaves out. */
export function passageFixture(given: PassageFixture, ordinal = 0): Passage {
  const passage = {
    id: `${given.path}#${ordinal}`,
    kind: "guide" as const,
    anchor: "",
    title: given.path.split("/").at(-1) ?? "",
    heading: "",
    description: "",
    language: "en",
    version: null,
    blocks: [{ kind: "paragraph" as const, text: given.text, markdown: given.text }],
    ...given,
  };
  return { ...passage, hash: given.hash ?? `${passage.id} ${passage.title} ${passage.heading} ${passage.text}` };
}

/** Returns a project with English (default) and Spanish, v2 (default) and v1. */
export function projectFixture(): Project {
  const config = checkConfig(
    {
      organisation: { id: "acme", name: "Acme" },
      projects: [
        {
          id: "docs",
          domain: "docs",
          name: "Docs",
          languages: [
            { id: "en", label: "English" },
            { id: "es", label: "Español" },
          ],
          versions: [
            { id: "v2", label: "v2" },
            { id: "v1", label: "v1" },
          ],
        },
      ],
    },
    "fixture",
  );
  return config.projects[0] as Project;
}

/** Returns a site that search can read, made of the given passages. */
export function siteFixture(passages: readonly PassageFixture[], project = projectFixture()): SearchableSite {
  const complete = passages.map((passage, ordinal) => passageFixture(passage, ordinal));
  return { project, hash: JSON.stringify(complete), passages: complete, pages: pagesFixture(complete.map(({ path }) => path)) };
}

/** Returns pages at paths of the project, each with the slug that its translations and versions have too. */
export function pagesFixture(paths: readonly string[]): SearchableSite["pages"] {
  return [...new Set(paths)].map((path) => ({ path, slug: path.replace(/^(?:\/es)?\/docs(?:\/v1(?=\/|$))?\/?/, "") }));
}
