import { readFileSync } from "node:fs";
import { createRandom } from "../testing/random.ts";
import type { Workspace } from "./workspace.ts";

/** A made-up site: the flags of its init, and what its owner changes after it. */
interface RandomFork {
  /** The choices that were drawn, in one line. */
  readonly summary: string;
  readonly flags: readonly string[];
  /** Files to have in the folder that init is called in, such as an API description. */
  readonly given: Readonly<Record<string, string>>;
  /** True when the pages of init leave before `files` are written. */
  readonly isEmptied: boolean;
  readonly files: Readonly<Record<string, string>>;
  readonly basePath: string;
  /** Pages have their addresses at the root instead of below /docs. */
  readonly isAtRoot: boolean;
}

type Random = () => number;

const NAMES = ["Acme", "Kiln & Co", "Über Docs 2", "x", "A very long name of a product that goes on and on 9"];
const LANGUAGES = ["en", "fr", "ja", "ar", "pt-BR", "zh-Hant", "eo"];
const VERSIONS = [[], [], ["v2", "v1"], ["3.x", "2.x", "1.x"], ["latest"]];
const BASE_PATHS = ["", "", "/handbook", "/docs"];

const OPERATION = { operationId: "listPets", tags: ["Pets"], summary: "List pets", responses: { 200: { description: "Pets." } } };
const DESCRIPTION = { openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: { "/pets": { get: OPERATION } } };

/** Descriptions as users have them: none, JSON, YAML, parts in other files, and one that no page can be made of in part. */
const APIS: readonly { readonly name: string; readonly files: Readonly<Record<string, string>> }[] = [
  { name: "none", files: {} },
  { name: "api.json", files: { "api.json": JSON.stringify(DESCRIPTION) } },
  {
    name: "api.yaml",
    files: { "api.yaml": 'openapi: 3.0.3\ninfo: { title: Pets, version: "1" }\npaths: {}\nx-more: { $ref: "nowhere.yaml" }\n' },
  },
  {
    name: "api/all.json",
    files: {
      "api/all.json": JSON.stringify({ ...DESCRIPTION, paths: { "/pets": { $ref: "./pets.json" } } }),
      "api/pets.json": JSON.stringify({ get: OPERATION }),
    },
  },
];

const OWN_SITE = {
  "site/index.ts": `import type { SiteDefinition } from "../lib/site-definition.ts";

export default { components: { Plan: { props: { name: "text" } } }, messages: {} } satisfies SiteDefinition;
`,
  "site/ui.tsx": `import type { SiteUi } from "../components/site-ui.ts";
import type site from "./index.ts";

export default {
  landing: ({ language }) => (
    <main id="content">
      <h1>{language}</h1>
    </main>
  ),
  components: { Plan: ({ name, children }) => <p>{name} {children}</p> },
} satisfies SiteUi<typeof site>;
`,
  "site/own.test.ts": `import { expect, test } from "vitest";
import site from "./index.ts";

test("the site has its component", () => expect(Object.keys(site.components)).toEqual(["Plan"]));
`,
};

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as { devDependencies: Record<string, string> };

/** Draws a site. Equal seeds draw equal sites. */
export function drawFork(seed: number): RandomFork {
  const random = createRandom(seed);
  const languages = shuffle(LANGUAGES, random).slice(0, 1 + Math.floor(random() * 3));
  const versions = pick(VERSIONS, random);
  const api = pick(APIS, random);
  const name = pick(NAMES, random);
  const basePath = pick(BASE_PATHS, random);
  const folder = ["content", languages.length > 1 ? languages[0] : "", versions[0] ?? ""].filter(Boolean).join("/");
  const contents = toContents(folder, languages);
  const content = pick(Object.keys(contents) as (keyof typeof contents)[], random);
  const hasOwnParts = random() < 0.5;
  // At the root, /v1 is an address of the service.
  const isAtRoot = random() < 0.3 && !versions.includes("v1");
  const colors = `#${Math.floor(random() * 0x1000000)
    .toString(16)
    .padStart(6, "0")}`;
  return {
    summary: `${name}; ${languages.join(", ")}; ${versions.join(", ") || "no versions"}; ${content}; description: ${api.name}; base path: ${
      basePath || "none"
    }; ${isAtRoot ? "at the root; " : ""}${hasOwnParts ? "own parts" : "no own parts"}`,
    flags: [
      ...["--name", name, "--languages", languages.join(","), "--versions", versions.join(",") || "none"],
      ...["--colors", colors, "--api", api.name, "--yes"],
    ],
    given: api.files,
    isEmptied: contents[content].isEmptied,
    files: { ...contents[content].files, ...(hasOwnParts ? OWN_SITE : {}) },
    basePath,
    isAtRoot,
  };
}

/** Does with a copy of the repository what the owner of the site does. */
export function makeFork(site: Workspace, { flags, given, isEmptied, files, ...fork }: RandomFork): void {
  site.write(given);
  site.run("npm", "run", "--silent", "init", "--", ...flags);
  site.commit("docs: begin");
  if (isEmptied) site.empty("content", Object.keys(given));
  site.write(files);
  if ("site/own.test.ts" in files)
    site.run("npm", "install", "--silent", "--prefer-offline", "--save-dev", `vitest@${manifest.devDependencies.vitest}`);
  const settings = fork.basePath ? `  basePath: "${fork.basePath}",\n` : "";
  const placed = fork.isAtRoot ? 'content: "content",\n      pagesAt: "root",' : 'content: "content",';
  site.edit("docent.config.ts", (text) =>
    text.replace(/\n\} satisfies/, `\n${settings}} satisfies`).replace('content: "content",', placed),
  );
  site.commit("docs: make it ours");
}

/** Returns the pages that an owner may have, by what is unusual about them. */
function toContents(folder: string, languages: readonly string[]) {
  const page = (title: string) => `---\ntitle: ${title}\n---\n\nText of ${title}, with \`code\`.\n`;
  const navigation = { groups: [{ group: "Start", pages: ["index", "guides/first"] }] };
  const inLanguages = languages.map((language) => ({ language, groups: [{ group: "Start", pages: [`${language}/index`] }] }));
  return {
    "the starter pages": { isEmptied: false, files: {} },
    "a .md file first": {
      isEmptied: false,
      files: { [`${folder}/aaa.md`]: page("First of all") },
    },
    "no pages": { isEmptied: true, files: { "content/.gitkeep": "" } },
    "a docs.json": {
      isEmptied: true,
      files: {
        "content/docs.json": JSON.stringify({
          name: "Pets",
          theme: "mint",
          colors: { primary: "#7a2222" },
          navigation: languages.length > 1 ? { languages: inLanguages } : navigation,
        }),
        ...(languages.length > 1
          ? Object.fromEntries(languages.map((language) => [`content/${language}/index.mdx`, page(language)]))
          : { "content/index.mdx": page("Welcome"), "content/guides/first.md": page("First") }),
      },
    },
  };
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, key: random() }))
    .sort((left, right) => left.key - right.key)
    .map(({ item }) => item);
}
