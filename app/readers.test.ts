import { NextRequest } from "next/server";
import { afterEach, expect, test } from "vitest";
import { replaceSettings } from "@/internal/testing/config.ts";
import { createFiles } from "@/internal/testing/content.ts";
import { getMainProject } from "@/lib/config/config.ts";
import { buildSite } from "@/lib/content/content.ts";
import { serverState } from "@/lib/http/server-state.ts";
import { resetProcessState } from "@/lib/process-state.ts";
import { replaceSite, sites } from "@/lib/site/stored/sites.ts";
import { routeRequest } from "./route-request.ts";

const undo: (() => void)[] = [];
afterEach(() => {
  for (const each of undo.splice(0).reverse()) each();
});

const page = (head: string) => `---\ntitle: A page\n${head}\n---\n\nWords.\n`;
const FILES = {
  "open.mdx": page("public: true"),
  "plain.mdx": page("icon: star"),
  "staff.mdx": page("groups: [staff]"),
};

async function serve(readers: "everyone" | "signed-in"): Promise<void> {
  const config = {
    organisation: { id: "acme", name: "Acme" },
    projects: [{ id: "docs", domain: "docs", name: "Docs" }],
    access: { readers, groups: { staff: [] }, signIn: { proxy: { from: ["10.0.0.1"] } } },
  };
  undo.push(
    replaceSettings(config as never, { SITE_SECRET: "s".repeat(40) }),
    resetProcessState("sites", "server", "reader-sites"),
  );
  serverState.get().recordsPeers = true;
  replaceSite("docs", await buildSite(getMainProject(), createFiles(FILES)));
}

const STAFF = { "x-docent-peer": "10.0.0.1", "x-forwarded-user": "ada", "x-forwarded-groups": "staff" };

/** Asks the proxy, and returns status, where the request goes on to, and what caches may do with it. */
async function ask(path: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await routeRequest(
    new NextRequest(`http://docs.test${path}`, { headers: { accept: "text/html", ...headers } }),
  );
  const to = response.headers.get("location") ?? response.headers.get("x-middleware-rewrite");
  expect(response.headers.get("cache-control")).toBe("private, no-cache");
  return [response.status, to?.replace("http://docs.test", "") ?? null];
}

test("on a site for everyone a closed page is as one that does not exist, and its readers get it rendered for them", async () => {
  await serve("everyone");
  const missing = await ask("/docs/nowhere");
  expect(missing).toEqual([200, "/api/missing/page"]);
  expect(await ask("/docs/staff")).toEqual(missing);
  expect(await ask("/docs/staff", { ...STAFF, "x-docent-peer": "192.0.2.1" })).toEqual(missing);
  expect(await ask("/docs/staff.md")).toEqual(await ask("/docs/nowhere.md"));
  expect(await ask("/docs/plain")).toEqual([200, null]);
  expect(await ask("/docs/staff", STAFF)).toEqual([200, "/~/en/docs/staff"]);
  expect(await ask("/docs/plain", STAFF)).toEqual([200, "/~/en/docs/plain"]);
  expect(await ask("/docs/staff.md", STAFF)).toEqual([200, "/api/text/page/docs/staff"]);
  expect(await ask("/", STAFF)).toEqual([200, "/~/en"]);
});

test.each(["/~/en/docs/staff", "/~/en", "/~/sign-in"])(
  "nothing is at %s, where the router has pages of readers",
  async (path) => {
    await serve("everyone");
    expect(await ask(path, STAFF)).toEqual([200, "/api/missing/page"]);
  },
);

test("on a site for signed-in readers every address but open ones leads to the sign-in page, and texts are refused", async () => {
  await serve("signed-in");
  const toSignIn = (path: string) => [307, `/sign-in?next=${encodeURIComponent(path)}`];
  for (const path of ["/docs/plain", "/docs/staff", "/docs/nowhere", "/", "/api-changes", "/docs", "/blog"])
    expect(await ask(path)).toEqual(toSignIn(path));
  expect(await ask("/docs/plain?a=b")).toEqual(toSignIn("/docs/plain?a=b"));
  for (const path of ["/docs/plain.md", "/docs/nowhere.md", "/llms.txt", "/docs/plain/picture.png"])
    expect(await ask(path)).toEqual([401, null]);
  expect(await ask("/docs/staff", { accept: "text/markdown" })).toEqual([401, null]);
  expect(await ask("/docs/open")).toEqual([200, null]);
  expect(await ask("/docs/open.md")).toEqual([200, "/api/text/page/docs/open"]);
  expect(await ask("/sign-in")).toEqual([200, "/~/sign-in"]);
  expect(await ask("/docs/plain", STAFF)).toEqual([200, "/~/en/docs/plain"]);
  expect(await ask("/docs/nowhere", STAFF)).toEqual([200, "/api/missing/page"]);
});

test("while prerendered pages may show what is closed since, only readers whose pages are rendered for them get any", async () => {
  await serve("everyone");
  sites.get().hasStalePages = true;
  expect(await ask("/docs/plain")).toEqual([503, null]);
  expect(await ask("/docs/plain", STAFF)).toEqual([200, "/~/en/docs/plain"]);
});
