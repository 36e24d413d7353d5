import { createServer, type Server } from "node:net";
import { test as base, expect } from "../scripted-answers.ts";
import { DRAWN, FORMULAS_AND_CODE, REFUSED } from "./hostile-sources.ts";
import { ask, log, openPanel, status } from "./panel-page.ts";

interface Elsewhere {
  /** Connections to any host but the site's, since the browser began. */
  readonly elsewhere: { count: number; readonly server: Server };
}

/** Leads every other host of the web to a server that counts who comes. */
const test = base.extend<object, Elsewhere>({
  elsewhere: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern.
    async ({}, use) => {
      const server = createServer((socket) => {
        counter.count += 1;
        socket.on("error", () => {}).end();
      });
      const counter = { count: 0, server };
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      await use(counter);
      server.close();
    },
    { scope: "worker" },
  ],
  launchOptions: [
    async ({ elsewhere, launchOptions }, use) => {
      const address = elsewhere.server.address();
      const port = address && typeof address === "object" ? address.port : 0;
      const rule = `MAP * 127.0.0.1:${port}, EXCLUDE localhost`;
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), `--host-resolver-rules=${rule}`] });
    },
    { scope: "worker" },
  ],
});

// What the policy of the frame stops is said there.
// A request that leaves is what the counter tells, not the console.
test.use({ expectedConsoleErrors: [/violates the following Content Security Policy directive|net::ERR_/] });
test.describe.configure({ timeout: 180_000 });

test("the counter sees a page that loads a picture of another host", async ({ page, elsewhere }) => {
  await page.goto("/docs/quickstart");
  const before = elsewhere.count;
  await page.evaluate(() => Object.assign(new Image(), { src: "https://elsewhere.test/x.png" }));
  await expect.poll(() => elsewhere.count).toBeGreaterThan(before);
});

const parts = [0, 1, 2, 3].map((part) => DRAWN.filter((_, index) => index % 4 === part));
for (const [part, sources] of parts.entries())
  test(`diagrams of an answer are drawn without what they name elsewhere, part ${part + 1}`, async ({
    page,
    answerBy,
    elsewhere,
  }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await answerBy((answer) => answer.say(sources.map(fence).join("\n\n")));
    await openPanel(page);
    const before = elsewhere.count;
    await ask(page, "how?");
    const diagrams = log(page).locator("details");
    await expect(diagrams).toHaveCount(sources.length);
    for (const [index, source] of sources.entries()) {
      const diagram = diagrams.nth(index);
      await diagram.scrollIntoViewIfNeeded();
      await expect(diagram, source).not.toHaveAttribute("open", { timeout: 30_000 });
    }
    const pictures = log(page).getByRole("img", { name: "Diagram" });
    for (const picture of await pictures.all())
      expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(10);
    await expect(page.locator("iframe")).toHaveCount(0);
    expect(asked.filter((url) => new URL(url).hostname === "elsewhere.test")).toEqual([]);
    expect(elsewhere.count).toBe(before);
  });

test("a diagram that is an attack alone shows as its source, and reaches nothing", async ({ page, answerBy, elsewhere }) => {
  await answerBy((answer) => answer.say(REFUSED.map(fence).join("\n\n")));
  await openPanel(page);
  const before = elsewhere.count;
  await ask(page, "how?");
  for (const source of REFUSED) await expect(log(page).getByText(source.split("\n")[1] ?? "")).toBeVisible();
  await expect(log(page).getByText("This diagram cannot be drawn. Its source is below.")).toHaveCount(REFUSED.length, {
    timeout: 30_000,
  });
  expect(elsewhere.count).toBe(before);
});

test("formulas, code and HTML of an answer reach nothing", async ({ page, answerBy, elsewhere }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await answerBy((answer) => answer.say(`${FORMULAS_AND_CODE.join("\n\n")}\n\nThe end.`));
  await openPanel(page);
  const before = elsewhere.count;
  await ask(page, "how?");
  await expect(status(page)).toHaveText(/Answer ready/);
  await expect(log(page)).toContainText("The end.");
  await expect(log(page).locator("math").first()).toBeAttached();
  await expect(log(page).locator("img, svg image, iframe, video, link, style, script, math [href], math [style]")).toHaveCount(0);
  expect(asked.filter((url) => new URL(url).hostname === "elsewhere.test")).toEqual([]);
  expect(elsewhere.count).toBe(before);
});

test("the frame of diagrams may ask nothing of any server, and holds no cookie", async ({ page, request }) => {
  const headers = (await request.get("/api/diagram")).headers();
  const policy = headers["content-security-policy"] ?? "";
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/=]+' blob:; style-src 'unsafe-inline'; font-src data:;/);
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).toMatch(/sandbox allow-scripts$/);
  expect(headers["set-cookie"]).toBeUndefined();
  await page.goto("/api/diagram");
  expect(await page.evaluate(() => self.origin)).toBe("null");
});

function fence(source: string): string {
  return `\`\`\`mermaid\n${source}\n\`\`\``;
}
