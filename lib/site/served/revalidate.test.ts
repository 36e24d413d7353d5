import type { IncomingMessage } from "node:http";
import { afterEach, expect, test } from "vitest";
import { replaceSettings } from "../../../internal/testing/config.ts";
import { createFiles } from "../../../internal/testing/content.ts";
import { listen } from "../../../internal/testing/http-server.ts";
import { getMainProject } from "../../config/config.ts";
import { buildSite } from "../../content/content.ts";
import type { Site } from "../../content/site/site.ts";
import { resetProcessState } from "../../process-state.ts";
import { replaceSite, whenRevalidated } from "../stored/sites.ts";
import { fingerprint, INTERNAL_SECRET_HEADER, isInternalSecret, startRevalidation } from "./revalidate.ts";

const undo: (() => unknown)[] = [];
afterEach(() => {
  for (const step of undo.splice(0).reverse()) step();
});

/** Starts a server that notes what it is asked for; the address is that of this process. */
async function startServer(address: string): Promise<{ asked: IncomingMessage[]; bodies: unknown[]; origin: string }> {
  const [asked, bodies] = [[] as IncomingMessage[], [] as unknown[]];
  const { host, close } = await listen(async (request, response) => {
    asked.push(request);
    bodies.push(JSON.parse((await request.toArray()).join("")));
    response.end();
  }, address);
  undo.push(close);
  return { asked, bodies, origin: `http://${host}` };
}

const PROJECTS = ["docs", "other"].map((id) => ({ id, domain: id, name: id, content: "e2e/site/content" }));

/** Configures this process as a server at an address. */
function serveAt(origin: string, port = new URL(origin).port): void {
  undo.push(resetProcessState("sites", "parsed"));
  const variables = { NODE_ENV: "production", PORT: port, __NEXT_PRIVATE_ORIGIN: origin };
  undo.push(replaceSettings({ organisation: { id: "acme", name: "Acme" }, projects: PROJECTS }, variables));
}

async function serveTexts(texts: Readonly<Record<string, string>>, domain = "docs"): Promise<void> {
  replaceSite(domain, await buildSite(getMainProject(), createFiles(texts)));
  await whenRevalidated();
}

test("a server drops the pages of another build where it listens, be that one address alone", async () => {
  const [own, other] = [await startServer("127.0.0.1"), await startServer("127.0.0.1")];
  serveAt(own.origin, new URL(other.origin).port);
  startRevalidation("another build");
  await whenRevalidated();
  expect(other.asked).toEqual([]);
  expect(own.asked.map(({ method, url }) => `${method} ${url}`)).toEqual(["POST /api/internal/revalidate"]);
  expect(own.bodies).toEqual([{ paths: null }]);
  expect(isInternalSecret(String(own.asked[0]?.headers[INTERNAL_SECRET_HEADER]))).toBe(true);
});

test("a change drops the pages that it touches, one that is shown around pages drops all, and one of another site none", async () => {
  const { bodies, origin } = await startServer("127.0.0.1");
  serveAt(origin);
  replaceSite("docs", await buildSite(getMainProject(), createFiles({ "one.mdx": "# One", "two.mdx": "# Two" })));
  startRevalidation(await fingerprint());
  await whenRevalidated();
  expect(bodies).toEqual([]);
  await serveTexts({ "one.mdx": "# One\n\nNow with text.", "two.mdx": "# Two" });
  await serveTexts({ "one.mdx": "# One" }, "other");
  await serveTexts({ "one.mdx": "# Another name", "two.mdx": "# Two" });
  expect(bodies).toEqual([{ paths: ["/sitemap.xml", "/api-changes", "/", "/docs/one"] }, { paths: null }]);
});

test("changes in quick succession drop what each touches", async () => {
  const { bodies, origin } = await startServer("127.0.0.1");
  serveAt(origin);
  const sites = await Promise.all(
    ["", "Text.", "More text."].map((text) =>
      buildSite(getMainProject(), createFiles({ "one.mdx": `# One\n\n${text}`, "two.mdx": `# Two\n\n${text && "Text."}` })),
    ),
  );
  const [first, ...later] = sites as [Site, ...Site[]];
  replaceSite("docs", first);
  startRevalidation(await fingerprint());
  await whenRevalidated();
  for (const site of later) replaceSite("docs", site);
  await whenRevalidated();
  const paths = ["/sitemap.xml", "/api-changes", "/"];
  expect(bodies).toEqual([{ paths: [...paths, "/docs/one", "/docs/two"] }, { paths: [...paths, "/docs/one"] }]);
});
