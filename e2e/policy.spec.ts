import { readFile } from "node:fs/promises";
import { expect, test } from "./fixtures.ts";

for (const address of ["/", "/docs", "/es/docs/errors", "/docs/v1", "/docs/nowhere"])
  test(`${address} keeps scripts, connections and forms at home`, async ({ request }) => {
    const headers = (await request.get(address)).headers();
    const policy = readPolicy(headers["content-security-policy"] ?? "");
    expect(policy).toMatchObject({
      "default-src": ["'self'"],
      "script-src": ["'self'", "'unsafe-inline'"],
      "img-src": ["'self'", "data:", "https:"],
      "object-src": ["'none'"],
      "form-action": ["'self'"],
      "frame-src": ["'self'", "https:"],
      "frame-ancestors": ["'none'"],
    });
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin-allow-popups",
    });
    expect(headers["x-powered-by"]).toBeUndefined();
  });

for (const address of [
  ...["/api/docs", "/api/docs/quickstart", "/_next/docs/quickstart", "/api/nowhere", "/_next/nowhere", "/v1/docs/quickstart"],
  ...["/%5fnext/docs/quickstart", "/API/docs/quickstart", "/api/%", "/api/card/%", "/api/mermaid/none", "/mcp/docs/quickstart"],
  ...["/_next/static/docs/quickstart", "/_next/data/x/docs/quickstart.json", "/en/docs/quickstart", "/.well-known/docs/x"],
])
  test(`${address} shows no page, and no HTML without a policy`, async ({ request }) => {
    const response = await request.get(address, { maxRedirects: 0 });
    expect([307, 308, 400, 404]).toContain(response.status());
    expectPolicy(response.headers());
  });

function expectPolicy(headers: Readonly<Record<string, string>>): void {
  if (headers["content-type"]?.startsWith("text/html"))
    expect(headers["content-security-policy"]).toContain("default-src 'self'; script-src 'self' 'unsafe-inline';");
}

test("every page has the policy of all, since one that is reached by a link keeps that of the page before", async ({
  request,
}) => {
  const policyOf = async (address: string) => (await request.get(address)).headers()["content-security-policy"];
  const policy = await policyOf("/");
  for (const address of [
    "/docs",
    "/docs/v1",
    "/es",
    "/pricing",
    "/status",
    "/xyz",
    "/errors",
    "/insights",
    "/docs/api/get-health",
  ])
    expect([address, await policyOf(address)]).toEqual([address, policy]);
  const connections = async (address: string) =>
    readPolicy((await request.get(address)).headers()["content-security-policy"] ?? "")["connect-src"];
  const { servers } = JSON.parse(await readFile("lib/api-description/openapi.json", "utf8")) as { servers: { url: string }[] };
  expect(await connections("/")).toEqual(["'self'", ...servers.map(({ url }) => new URL(url).origin)]);
});

test.describe("a reader who comes by links", () => {
  test.use({ expectedConsoleErrors: [/404 \(Not Found\)/] });

  for (const start of ["/", "/pricing", "/xyz"])
    test(`from ${start} sees pictures of other hosts and may call the API of the description`, async ({ page }) => {
      const { servers } = JSON.parse(await readFile("lib/api-description/openapi.json", "utf8")) as {
        servers: { url: string }[];
      };
      const api = new URL("/v1/health", servers[0]?.url).href;
      await page.route("https://pictures.example/**", (route) => route.fulfill({ path: "public/images/berth.png" }));
      await page.route(api, (route) => route.fulfill({ json: {}, headers: { "access-control-allow-origin": "*" } }));
      await page.goto(start);
      await page.locator('a[href^="/docs"]:visible').first().click();
      await page.getByRole("link", { name: "Pictures from elsewhere" }).first().click();
      const picture = page.locator('img[src^="https://pictures.example/"]');
      await expect.poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
      expect(await page.evaluate(async (url) => (await fetch(url)).status, api)).toBe(200);
    });
});

/** Sources by directive. */
function readPolicy(text: string): Record<string, string[]> {
  return Object.fromEntries(
    text.split("; ").map((rule) => {
      const [name = "", ...sources] = rule.split(" ");
      return [name, sources];
    }),
  );
}
