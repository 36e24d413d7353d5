import type { ContentFiles } from "../../lib/content/files/files.ts";
import { type ContentFile, sha256 } from "../../lib/content/model/content-file.ts";
import type { Access } from "../../lib/content/readers/rules.ts";
import type { Audience } from "../../lib/content/site/site.ts";

/** The groups that the sites below name. */
export const GROUPS = ["beta", "staff"] as const;

/** The audiences of the sites below, by name. */
export const AUDIENCES: Readonly<Record<string, Audience>> = {
  anonymous: { isSignedIn: false, groups: [] },
  "signed in": { isSignedIn: true, groups: [] },
  beta: { isSignedIn: true, groups: ["beta"] },
  staff: { isSignedIn: true, groups: ["staff"] },
  both: { isSignedIn: true, groups: ["beta", "staff"] },
};

/** Lists of groups, of each of which a reader needs one. */
export type Rule = readonly (readonly string[])[];

/** Returns true when an audience may read a thing of a random site. Written apart from the code that it tests. */
export function isOpenTo(rule: Rule, { isSignedIn, groups }: Audience): boolean {
  return rule.every((names) => names.some((name) => groups.includes(name) || (name === "*" && isSignedIn)));
}

/** A word of a random site that is in it once or in few places, and who may read it. */
export interface Marker {
  readonly word: string;
  readonly place: string;
  readonly rule: Rule;
}

/** A site of open and closed parts, and the words by which each of them is found. */
export interface RandomSite {
  readonly access: Access;
  readonly markers: readonly Marker[];
  /** Writes the files of what an audience may read, or of all. */
  readonly write: (audience?: Audience) => ContentFiles;
}

/** Returns a generator of numbers from 0 up to 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed + 0x6d2b79f5;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Thing {
  readonly rule: Rule;
  readonly name: string;
}

interface Draft {
  readonly random: () => number;
  readonly access: Access;
  readonly markers: Marker[];
  /** Returns a new word for a place of something. */
  readonly word: (place: string, rule: Rule) => string;
}

const PAGE_RULES: readonly (readonly string[])[] = [[], [], [], ["beta"], ["staff"], ["beta", "staff"], ["betta"]];

/** Returns a random site: of folders, or of a docs.json. Equal seeds give equal sites. */
export function createRandomSite(
  seed: number,
  kind: "folders" | "docs.json" = seed % 2 === 0 ? "folders" : "docs.json",
): RandomSite {
  const random = createRandom(seed);
  const access: Access = { readers: seed % 3 === 2 ? "signed-in" : "everyone", groups: [...GROUPS] };
  const markers: Marker[] = [];
  const letters = () => Array.from({ length: 9 }, () => "abcdefghijklmnopqrstuvwxyz"[Math.floor(random() * 26)]).join("");
  const word = (place: string, rule: Rule) => {
    const made = `q${letters()}`;
    markers.push({ word: made, place, rule });
    return made;
  };
  const draft = { random, access, markers, word };
  const write = kind === "folders" ? folderSite(draft) : docsSite(draft);
  return { access, markers, write };
}

function pick<Item>(random: () => number, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

interface RandomPage extends Thing {
  readonly file: string;
  readonly groups: readonly string[];
  readonly isPublic: boolean;
  readonly text: string;
  readonly snippet: { readonly file: string; readonly text: string };
  readonly picture: string;
}

/** Writes a page with a word in every place that a page has. */
function createPage({ random, access, word }: Draft, folder: string, above: Rule, snippets: string): RandomPage {
  const groups = pick(random, PAGE_RULES);
  const isPublic = access.readers === "signed-in" && groups.length === 0 && above.length === 0 && random() < 0.5;
  const rule: Rule = [
    ...(access.readers === "signed-in" && !isPublic ? [["*"]] : []),
    ...above,
    ...(groups.length > 0 ? [groups] : []),
  ];
  const at = (place: string) => word(place, rule);
  const name = at("file");
  const picture = [folder, `${at("picture")}.png`].filter(Boolean).join("/");
  const snippet = { file: `${snippets}/${at("snippet file")}.mdx`, text: `Taken in: ${at("snippet")}.\n` };
  const frontMatter = {
    title: at("title"),
    sidebarTitle: at("sidebarTitle"),
    description: `About ${at("description")}.`,
    keywords: [at("keyword")],
    tag: at("tag"),
    rss: true,
    aliases: [`/${at("alias")}`],
    ...(groups.length > 0 && { groups }),
    ...(isPublic && { public: true }),
  };
  const head = Object.entries(frontMatter).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const text = `---
${head.join("\n")}
---
import Part from "/${snippet.file}";

Words about ${at("text")} and refunds of everyday orders.

## The ${at("heading")}

![${at("alt")}](${random() < 0.5 ? `./${picture.split("/").at(-1)}` : `/${picture}`})

<Part />

\`\`\`js
const ${at("code")} = 1;
\`\`\`

| Column | ${at("table")} |
| --- | --- |
| one | ${at("cell")} |

<Update label="${at("update")}">

Changed: ${at("change")}.

</Update>

<Tabs>
  <Tab title="${at("tab")}">Inside a tab.</Tab>
</Tabs>
`;
  return { name, rule, groups, isPublic, file: [folder, `${name}.mdx`].filter(Boolean).join("/"), text, snippet, picture };
}

/** Returns an API of operations, some of them for groups, and how to write those that an audience may read. */
function createApi({ random, access, word }: Draft, above: Rule) {
  const tags = [0, 1, 2].map((tag) => ({ groups: tag > 0 && random() < 0.4 ? pick(random, PAGE_RULES) : [] }));
  const base: Rule = [...(access.readers === "signed-in" ? [["*"]] : []), ...above];
  const closedTags = tags.map(({ groups }) => {
    const rule: Rule = [...base, ...(groups.length > 0 ? [groups] : [])];
    return { groups, rule };
  });
  const operations = Array.from({ length: 6 }, (_, index) => {
    const tag = index % closedTags.length;
    const groups = index === 0 ? [] : pick(random, PAGE_RULES);
    const rule: Rule = [...(closedTags[tag]?.rule ?? []), ...(groups.length > 0 ? [groups] : [])];
    const at = (place: string) => word(`operation ${place}`, rule);
    const [schema, scheme] = [at("schema"), at("scheme")];
    const operation = {
      operationId: at("id"),
      summary: `Read ${at("summary")}`,
      description: `Gives ${at("description")}.`,
      servers: [{ url: `https://${at("server")}.example.com` }],
      security: [{ [scheme]: [] }],
      responses: {
        200: { description: "Fine.", content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } } },
      },
    };
    return {
      rule,
      tag,
      groups,
      path: `/${at("path")}`,
      operation,
      schema,
      scheme,
      schemaOf: {
        type: "object",
        properties: { [at("field")]: { type: "string", enum: [at("enum")], example: at("example") } },
      },
    };
  });
  // A tag is open where one of its operations is; its words are then read by those who read any of them.
  const names = closedTags.map(({ rule, groups }, index) => {
    const inside = operations.filter(({ tag }) => tag === index);
    return { groups, rule, inside, name: `tag-${index}` };
  });
  const write = (audience: Audience | undefined): string | undefined => {
    const kept = operations.filter(({ rule }) => !audience || isOpenTo(rule, audience));
    if (kept.length === 0) return undefined;
    return JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Orders", version: "1" },
      tags: names
        .filter(({ rule, inside }) => !audience || (isOpenTo(rule, audience) && inside.some((one) => kept.includes(one))))
        .map(({ name, groups }) => ({ name, ...(!audience && groups.length > 0 && { "x-groups": groups }) })),
      paths: Object.fromEntries(
        kept.map(({ path, operation, groups, tag }) => [
          path,
          { get: { ...operation, ...(!audience && groups.length > 0 && { "x-groups": groups }), tags: [names[tag]?.name] } },
        ]),
      ),
      components: {
        schemas: Object.fromEntries(kept.map(({ schema, schemaOf }) => [schema, schemaOf])),
        securitySchemes: Object.fromEntries(kept.map(({ scheme }) => [scheme, { type: "http", scheme: "bearer" }])),
      },
    });
  };
  return { write, operations };
}

function toFile([path, text]: readonly [string, string]): ContentFile {
  return { path, text, hash: sha256(text) };
}

function toFiles(texts: ReadonlyMap<string, string>, assets: readonly string[], description: string | undefined): ContentFiles {
  const names = [...texts.keys()].sort();
  return {
    files: names.map((name) => toFile([name, texts.get(name) ?? ""])),
    assets: [...assets].sort(),
    description: description === undefined ? null : toFile(["openapi.json", description]),
    lastModified: {},
    findings: [],
  };
}

function folderSite(draft: Draft): RandomSite["write"] {
  const { random, word, access } = draft;
  const base: Rule = access.readers === "signed-in" ? [["*"]] : [];
  const room: readonly string[] = random() < 0.7 ? ["staff"] : [];
  const roomRule: Rule = room.length > 0 ? [room] : [];
  // Where the folder is for no group, its first page is public.
  const inRoom: Rule = room.length > 0 ? [...base, ...roomRule] : [];
  const roomName = word("folder", inRoom);
  const folders: readonly { readonly folder: string; readonly rule: Rule }[] = [
    { folder: "", rule: [] },
    { folder: "guides", rule: [] },
    { folder: roomName, rule: roomRule },
    { folder: `${roomName}/deep`, rule: roomRule },
  ];
  // Each folder has a page that all of its readers may read, so that its title is theirs.
  const pages = folders.flatMap(({ folder, rule }) =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, () => createPage(draft, folder, rule, "snippets")),
  );
  const first = createPage({ ...draft, random: () => 0 }, roomName, roomRule, "snippets");
  pages.push(first);
  const api = createApi(draft, []);
  const questions = pages.map((page) => ({
    rule: page.rule,
    question: `How does ${word("question", page.rule)} work?`,
    answer: `By ${word("answer", page.rule)}.`,
    answeredBy: `/docs/${page.file.replace(/\.mdx$/, "")}`,
  }));
  const roomTitle = word("folder title", inRoom);
  const labels = folders.map(({ folder }) => {
    const inside = pages.filter(({ file }) => file.split("/").slice(0, -1).join("/") === folder);
    return inside.map((page) => ({
      page,
      label: word("heading of the navigation", page.rule),
      title: word("title of the navigation", page.rule),
    }));
  });
  return (audience) => {
    const isOpen = (rule: Rule) => !audience || isOpenTo(rule, audience);
    const open = pages.filter(({ rule }) => isOpen(rule));
    const texts = new Map<string, string>();
    for (const page of open) {
      texts.set(page.file, page.text);
      texts.set(page.snippet.file, page.snippet.text);
    }
    folders.forEach(({ folder }, index) => {
      const inside = (labels[index] ?? []).filter(({ page }) => isOpen(page.rule));
      const isBelow = ({ file }: RandomPage) => folder === "" || file.startsWith(`${folder}/`);
      const hasApi = folder === "" && api.write(audience) !== undefined;
      if (!open.some(isBelow) && !hasApi) return;
      const subfolders = folder === "" ? ["guides", roomName] : folder === roomName ? ["deep"] : [];
      const meta = {
        ...(folder === roomName && { title: roomTitle }),
        ...(folder === roomName && room.length > 0 && !audience && { groups: room }),
        pages: [
          ...inside.flatMap(({ page, label }) => [`---${label}---`, page.name]),
          "---More---",
          ...subfolders.filter((name) =>
            open.some(({ file }) => file.startsWith(`${[folder, name].filter(Boolean).join("/")}/`)),
          ),
          "...",
        ],
        titles: Object.fromEntries(inside.map(({ page, title }) => [page.name, title])),
      };
      texts.set([folder, "meta.json"].filter(Boolean).join("/"), JSON.stringify(meta));
    });
    const asked = questions.filter(({ rule }) => isOpen(rule)).map(({ rule: _, ...entry }) => entry);
    if (asked.length > 0) texts.set("questions.yaml", JSON.stringify(asked));
    return toFiles(
      texts,
      open.map(({ picture }) => picture),
      api.write(audience),
    );
  };
}

function docsSite(draft: Draft): RandomSite["write"] {
  const { random, word, access } = draft;
  const base: Rule = access.readers === "signed-in" ? [["*"]] : [];
  const nodes = Array.from({ length: 4 }, (_, index) => {
    const groups = index === 0 ? [] : pick(random, PAGE_RULES);
    const rule: Rule = groups.length > 0 ? [groups] : [];
    const pages = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
      createPage({ ...draft }, `part${index}`, rule, "snippets"),
    );
    return { index, groups, rule: [...base, ...rule], pages, title: "" };
  }).map((node) => {
    // The title of an entry is read by those who read one of its pages: there is a page for all of its readers.
    const first = createPage(
      { ...draft, random: () => 0 },
      `part${node.index}`,
      node.groups.length > 0 ? [node.groups] : [],
      "snippets",
    );
    return { ...node, pages: [...node.pages, first], title: word("title of an entry", first.rule) };
  });
  const apiGroups = pick(random, PAGE_RULES);
  const api = createApi(draft, apiGroups.length > 0 ? [apiGroups] : []);
  const apiTitle = word("title of the API", api.operations[0]?.rule ?? []);
  const redirects = nodes.flatMap(({ pages }) =>
    pages.map((page) => ({
      rule: page.rule,
      source: `/${word("redirect", page.rule)}`,
      destination: `/${page.file.replace(/\.mdx$/, "")}`,
    })),
  );
  const anchors = nodes.flatMap(({ pages }) =>
    pages
      .slice(0, 1)
      .map((page) => ({ rule: page.rule, anchor: word("anchor", page.rule), href: `/${page.file.replace(/\.mdx$/, "")}` })),
  );
  return (audience) => {
    const isOpen = (rule: Rule) => !audience || isOpenTo(rule, audience);
    const open = nodes.flatMap(({ pages }) => pages).filter(({ rule }) => isOpen(rule));
    const texts = new Map<string, string>();
    for (const page of open) {
      texts.set(page.file, page.text);
      texts.set(page.snippet.file, page.snippet.text);
    }
    const description = api.write(audience);
    const marks = (groups: readonly string[]) => (!audience && groups.length > 0 ? { groups } : {});
    const docs = {
      name: "Orders",
      navigation: {
        global: { anchors: anchors.filter(({ rule }) => isOpen(rule)).map(({ rule: _, ...anchor }) => anchor) },
        pages: [
          ...nodes.flatMap(({ title, groups, pages }) => {
            const inside = pages.filter(({ rule }) => isOpen(rule)).map(({ file }) => file.replace(/\.mdx$/, ""));
            return inside.length > 0 ? [{ group: title, ...marks(groups), pages: inside }] : [];
          }),
          ...(description ? [{ group: apiTitle, ...marks(apiGroups), openapi: "/api/orders.json" }] : []),
        ],
      },
      redirects: redirects.filter(({ rule }) => isOpen(rule)).map(({ rule: _, ...redirect }) => redirect),
    };
    texts.set("docs.json", JSON.stringify(docs));
    if (description) texts.set("api/orders.json", description);
    const assets = [...open.map(({ picture }) => picture), ...(description ? ["api/orders.json"] : [])];
    return toFiles(texts, assets, undefined);
  };
}
