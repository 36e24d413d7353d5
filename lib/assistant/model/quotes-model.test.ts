import { describe, expect, test, vi } from "vitest";
import { askFixture, collect } from "../../../internal/testing/assistant.ts";
import { siteOf } from "../../../internal/testing/assistant-site.ts";
import type { Site } from "../../content/site/site.ts";
import { quoteMessages } from "../../i18n/quote-messages.ts";
import { answer } from "../answer.ts";
import type { Ask, Turn } from "../wire/conversation.ts";

const settings = vi.hoisted(() => ({ support: undefined as string | undefined }));
vi.mock("../../config/config.ts", async (original) => {
  const configuration = await original<typeof import("../../config/config.ts")>();
  const { assistant, ...config } = configuration.getConfig();
  return { ...configuration, getConfig: () => ({ ...config, assistant: { ...assistant, ...settings } }) };
});

const site = siteOf({
  clients: [
    "Client libraries",
    "A client calls the service for you.\n\n## Python\n\nInstall the client with pip.\n\n## Ruby\n\nInstall the client with gem.",
  ],
  billing: [
    "Billing",
    "Customers pay for a plan each month. Name a pal who pays with you.\n\n## Cost\n\nA plan costs nothing for one person and 5 euros for each further one.",
  ],
  keys: [
    "API keys",
    "A key opens the API.\n\n## Create an API key\n\nRun the command that creates a key.\n\n## Revoke an API key\n\nTake the key off the list.",
  ],
  changes: [
    "Changes",
    ["4.5", "5.4"]
      .map(
        (version) =>
          `## Version ${version}\n\nThe server of ${version} starts faster. ${"It does more than before. ".repeat(50)}`,
      )
      .join("\n\n"),
  ],
  deploy: ["Deploy", "Build the site and start it on your server."],
});
const { lead, doubt, notMentioned, refusal, nothing } = quoteMessages("en");

const textOf = async (question: string, ...before: string[]) => textOn(await site, question, ...before);

async function textOn(asked: Site, question: string, ...before: string[]): Promise<string> {
  return textFor(asked, { question, before });
}

interface Asked {
  readonly question: string;
  readonly before?: readonly string[];
  readonly currentPath?: string;
}

async function textFor(asked: Site, { question, before = [], currentPath }: Asked): Promise<string> {
  const history: Turn[] = before.flatMap((text): Turn[] => [
    { role: "user", text },
    { role: "assistant", text: "From the docs: …" },
  ]);
  const { events } = await answer({
    site: asked,
    threadId: "th_test",
    signal: new AbortController().signal,
    ask: { ...askFixture(question), history, currentPath },
  });
  let text = "";
  for await (const event of events) if (event.type === "text") text += event.delta;
  return text;
}

describe("the lead of an answer", () => {
  test("warns where the docs have little of a question but its numbers", async () => {
    const table = "| Request | 17 | 23 |\n| --- | --- | --- |\n| page | times | 23 |\n| search | times | 17 |";
    const others = Array.from({ length: 30 }, (_, i) => [`page-${i}`, [`Page ${i}`, "Try it several times."]] as const);
    const sizes = await siteOf({ sizes: ["What 17 times 23 is", table], ...Object.fromEntries(others) });
    expect(await textOn(sizes, "What is 17 times 23?")).toMatch(new RegExp(`^${doubt}`));
  });

  test("says that quotes follow", async () => {
    expect(await textOf("How do I create an API key?")).toMatch(
      new RegExp(`^${lead}\n\n\\*\\*\\[API keys › Create an API key\\]`),
    );
  });

  test("names what the question is about where no quote mentions it", async () => {
    const text = await textOf("How do I install the client for Fortran?");
    expect(text.startsWith(notMentioned("*Fortran*"))).toBe(true);
    expect(text).toContain("Client libraries");
  });

  test("says that quotes follow where a name is typed in lower case or joined", async () => {
    const names = await siteOf({
      traces: ["Observability", "## OpenTelemetry\n\nSend traces to the collector.\n\n## Next.js\n\nAdd the plugin."],
      deploy: ["Deploy", "Build the site and start it on your server."],
    });
    for (const question of ["How do I send traces with opentelemetry?", "how do I add the plugin to nextjs?"])
      expect(await textOn(names, question)).toMatch(new RegExp(`^${lead}\n\n`));
  });

  test("names a product whose name is made of words that the docs have", async () => {
    expect(await textOf("Can customers pay for a plan with PayPal?")).toMatch(/^Nothing here mentions \*PayPal\*\./);
  });

  test("names nothing that the docs mention elsewhere, and doubts", async () => {
    const names = ["Zulip", "Matrix", "Mattermost", "Discord", "Slack"];
    const pages = names.map(
      (name) => [name.toLowerCase(), [`Chat ${name.length}`, `Messages go to ${name} by a webhook.`]] as const,
    );
    const text = await textOn(await siteOf(Object.fromEntries(pages)), `Do messages go by webhook to ${names.join(", ")}?`);
    expect(text).toMatch(new RegExp(`^${doubt}`));
  });

  test("quotes what has the number that is asked about", async () => {
    const errors = Array.from(
      { length: 20 },
      (_, i) => [`app-${i}`, [`Why an app returns ${i}`, "The app returns it after a minute."]] as const,
    );
    const wait = "The proxy ends a request that takes more than 100 seconds with a 524 error. Answer sooner, and go on aside.";
    const text = await textOn(
      await siteOf({ ports: ["Expose ports", wait], ...Object.fromEntries(errors) }),
      "My app returns 524 after a minute and a half, why?",
    );
    expect(text).toContain(wait);
    expect(text).not.toContain("mentions");
  });

  test("names no word that is not a name", async () => {
    expect(await textOf("Is the client for Python lightweight?")).not.toContain("mentions");
  });

  test("names nothing that a quote mentions, in whatever form", async () => {
    expect(await textOf("installing clients for python")).not.toContain("mentions");
  });
});

test("a section that the first quote continues into is not quoted again", async () => {
  const text = await textOf("How do I create or revoke an API key?");
  expect(text.split("Take the key off the list.")).toHaveLength(2);
});

describe("a refusal", () => {
  const names = Array.from({ length: 200 }, (_, i) => `node${i}`).join(" ");
  const text = `The server starts a cluster, and the cluster starts each of ${names}.`;
  const large = () =>
    siteOf({
      ...Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`node-${i}`, [`Node ${i}`, text] as const])),
      cluster: ["Cluster", `A node joins the world after a wait. ${text}`],
    });

  test("names the closest pages where words of the question are the docs' own", async () => {
    expect(await textOn(await large(), "Which cluster did they paint in the chapel, by whom and when?")).toMatch(
      new RegExp(`^${refusal}[^]*\\]\\(`),
    );
  });

  test("links nothing where all its words are anybody's", async () => {
    expect(await textOn(await large(), "Who won the football world cup?")).toBe(nothing);
  });
});

test("the page that is open answers nothing that it does not say", async () => {
  const question = "What is the airspeed of a swallow?";
  expect(await textFor(await site, { question, currentPath: "/docs/billing" })).toBe(await textFor(await site, { question }));
});

describe("a version", () => {
  test.each(["4.5", "5.4"])("%s is not another one of the same numbers", async (version) => {
    expect(await textOf(`What is new in version ${version}?`)).toMatch(
      new RegExp(`^[^*]*\\*\\*\\[Changes › Version ${version}\\]`),
    );
  });

  test("that the docs do not have is named", async () => {
    expect(await textOf("What is new in version 4.9?")).toMatch(/^Nothing here mentions \*4\.9\*\./);
  });
});

test("an amount of a reader's own error is not named as missing", async () => {
  const memory = "The model requires more system memory than is available: choose a smaller one.";
  const errors = await siteOf({ memory: ["Memory", memory], deploy: ["Deploy", "Build the site and start it on your server."] });
  const question = "The model requires more system memory (2.1GB) than is available, what can I do?";
  expect(await textOn(errors, question)).not.toContain("2.1GB");
});

describe("a follow-up", () => {
  test("that stands alone is answered from its own topic, and quotes nothing of the one before", async () => {
    const text = await textOf("what does it cost?", "How do I create an API key?");
    expect(text).toContain("Billing › Cost");
    expect(text).not.toContain("**[API keys");
  });

  test("keeps its subject: a section that has both comes before one that has the new words alone", async () => {
    const both = await siteOf({
      holdouts: ["Holdouts", "A holdout keeps readers out.\n\n## Create a holdout\n\nName it. Its size is 5 percent by default."],
      bigquery: ["BigQuery", "## Connect BigQuery\n\nThe size of the default dataset is chosen there. It is big by default."],
    });
    const text = await textOn(both, "how big is its size by default?", "How do I create a holdout?");
    expect(text).toMatch(/^[^*]*\*\*\[Holdouts/);
  });

  test("in words that the docs lack is answered about its subject", async () => {
    const text = await textOf("can I rotate it?", "How do I create an API key?");
    expect(text).toContain("**[API keys");
  });

  test("that names another thing moves on to it", async () => {
    const providers = await siteOf({
      okta: ["Okta", "## Sign in with Okta\n\nCreate an app for SSO in Okta."],
      azure: ["Azure", "## Sign in with Azure\n\nRegister an enterprise app in Azure."],
    });
    const text = await textOn(providers, "and with Azure?", "How do I set up SSO with Okta?");
    expect(text).toMatch(/^[^*]*\*\*\[Azure/);
    expect(text).not.toContain("**[Okta");
  });

  test("that says nothing by itself continues the topic", async () => {
    expect(await textOf("how do I revoke it?", "How do I create an API key?")).toContain("API keys › Revoke an API key");
  });
});

test("a question of another field is refused, with pages at most", async () => {
  const text = await textOf("Which wine goes with roast lamb at easter?");
  expect([refusal, nothing].some((start) => text.startsWith(start))).toBe(true);
  expect(text).not.toContain(lead);
  expect(text).not.toContain(doubt);
});

test("in a language of whose words nothing is known, a question that shares its subject with a page is not refused", async () => {
  const english = await siteOf({
    wartung: [
      "Systemwartung",
      "## Wartungsmodus\n\nDer Wartungsmodus wird im Backend aktiviert. Besucher sehen dann einen Hinweis.",
    ],
    ...Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [`s${i}`, [`Seite ${i}`, `Die Seite ${i} zeigt Artikel und Module.`]]),
    ),
  });
  const german = {
    ...english,
    project: { ...english.project, languages: [{ id: "de", label: "Deutsch" }], defaultLanguage: "de" },
    passages: english.passages.map((passage) => ({ ...passage, language: "de" })),
  };
  expect(await textOn(german, "Wartungsmodus einschalten")).toContain("im Backend aktiviert");
  expect(await textOn(german, "Rezept für Apfelkuchen")).toMatch(quoteMessages("de").nothing);
});

test("code is answered from what has it letter by letter", async () => {
  const tunnels = "A tunnel leads through the wall. The tunnel does what a tunnel does.";
  const rows = ["--port", "--host", "--tunnel", "--quiet"].map((flag) => `| \`${flag}\` | Sets it for the session |`);
  const docs = await siteOf({
    ...Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`t${i}`, [`Kind ${i}`, tunnels]])),
    commands: ["Commands", `Start with \`dev\`.\n\n## Options of dev\n\n| Option | Meaning |\n| - | - |\n${rows.join("\n")}`],
  });
  expect(await textOn(docs, "--tunnel")).toContain("**[Commands › Options of dev]");
});

test("the owner's address for help is offered where the docs do not answer, and nowhere else", async () => {
  settings.support = "help@acme.test";
  expect(await textOf("Which wine goes with roast lamb at easter?")).toMatch(/You can ask for help at <help@acme\.test>\.$/);
  expect(await textOf("How do I create an API key?")).not.toContain(settings.support);
  settings.support = undefined;
});

test("a question of another field is refused where only a page in another language has words of it", async () => {
  const words = (page: number) => Array.from({ length: 300 }, (_, i) => `setting${page}x${i}`).join(" ");
  const english = await siteOf(Object.fromEntries([1, 2, 3, 4, 5, 6].map((page) => [`page-${page}`, ["Settings", words(page)]])));
  const [first] = english.passages;
  if (!first) throw new Error("There is no passage.");
  const text = "La llamada nombra la pasta y el tomato.";
  const spanish = {
    ...first,
    id: "es",
    path: "/es/docs/a",
    language: "es",
    title: "Llamadas",
    description: "",
    heading: "",
    text,
  };
  const blocks = [{ kind: "paragraph" as const, text, markdown: text }];
  const languages = [...english.project.languages, { id: "es", label: "Español" }];
  const both = {
    ...english,
    project: { ...english.project, languages },
    passages: [...english.passages, { ...spanish, blocks }],
  };
  expect(await textOn(both, "Which sauce is there for pasta and tomato?")).toMatch(new RegExp(`^(${refusal}|${nothing})`));
  expect(await textOn(both, "¿Qué pasta y tomato nombra la llamada?")).toContain("La llamada nombra");
});

describe("a filter that names no version or language of the site", () => {
  const ids = (...all: string[]) => all.map((id) => ({ id, label: id }));
  const asked = async (filter: Ask["filter"], versions: readonly string[]) => {
    const { project, ...rest } = await site;
    const { events } = await answer({
      site: { ...rest, project: { ...project, versions: ids(...versions), languages: ids("en", "de") } } as Site,
      threadId: "th_test",
      signal: new AbortController().signal,
      ask: { ...askFixture("How do I create an API key?"), filter },
    });
    const all = await collect(events);
    return all.map((event) => (event.type === "text" ? event.delta : "")).join("");
  };

  test.each<[Ask["filter"], readonly string[], string]>([
    [{ version: "v9" }, ["v2", "v1"], "These docs have: `v2`, `v1`."],
    [{ language: "xx" }, ["v2", "v1"], "These docs have: `en`, `de`."],
    [{ version: "v9", language: "xx" }, ["v2"], "These docs have: `v2`; `en`, `de`."],
    [{ version: "v2" }, [], "These docs have no versions."],
    [{ version: "v9", language: "de" }, ["v2"], "These docs have: `v2`."],
  ])("%j on a site of %j is answered with those that there are", async (filter, versions, words) =>
    expect(await asked(filter, versions)).toContain(words),
  );

  test("one that names some is no such filter", async () => {
    expect(await asked({ language: "en" }, ["v2"])).toContain("API keys");
  });
});
