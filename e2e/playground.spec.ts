import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer, type Server as HttpServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Locator, Page } from "playwright/test";
import { expect, test } from "./fixtures.ts";
import { describePetstore, describeTrains } from "./public-apis.ts";
import { createKey, serverForTests } from "./server.ts";

const MAX_TABS = 80;

/** A request as the API of the description got it. */
interface Call {
  readonly request: IncomingMessage;
  readonly body: string;
}

let api: HttpServer;
const calls: Call[] = [];
/** Parameters of the last sign-in. */
let scopes: string | null = null;

const site = serverForTests(async (own) => {
  api = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("latin1")) body += chunk;
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://api");
    if (pathname === "/authorize") {
      scopes = searchParams.get("scope");
      const back = new URL(searchParams.get("redirect_uri") ?? "");
      back.search = String(new URLSearchParams({ code: "code-1", state: searchParams.get("state") ?? "" }));
      return void response.writeHead(302, { location: back.href }).end();
    }
    if (request.method !== "OPTIONS") calls.push({ request, body });
    const headers = {
      "access-control-allow-origin": "*",
      "access-control-allow-headers": "*",
      "access-control-allow-methods": "*",
    };
    response.writeHead(request.method === "OPTIONS" ? 204 : 201, { ...headers, "content-type": "application/json" });
    response.end(request.method === "OPTIONS" ? "" : JSON.stringify({ id: "pet-7", access_token: "token-1" }));
  }).listen(0, "127.0.0.1");
  await once(api, "listening");
  return writeSite(own);
});

test.afterAll(() => void api.close());

test("by keyboard alone: a key and a body made of fields are sent, and the answer is read", async ({
  page,
  expectAccessible,
}) => {
  await page.goto(`${site.url}/docs/api/pets/add-pet`);
  await press(page, page.getByRole("button", { name: "Try it" }), "Enter");
  const form = page.getByRole("form", { name: "Try it" });
  await expect(form).toBeVisible();

  await type(page, form.getByLabel(/^Authorization/), "secret-key");
  await type(page, form.getByLabel(/^name/), "Rex");
  await type(page, form.getByLabel(/^kind/), "dog");
  await press(page, page.getByRole("button", { name: "Send" }), "Enter");

  await expect(statusOf(form)).toHaveText(/^201/);
  await expect(statusOf(form)).toBeInViewport();
  await expect(page.getByRole("button", { name: "Send" }), "beside its answer, to send again").toBeInViewport();
  await expect(form.getByText("pet-7")).toBeVisible();
  const { request, body } = calls.at(-1) as Call;
  expect([request.method, request.url, request.headers["x-key"]]).toEqual(["POST", "/pets", "secret-key"]);
  expect(JSON.parse(body)).toEqual({ name: "Rex", kind: "dog" });
  await expectAccessible();
});

test("by keyboard alone: a part of the path is filled in, and a file is sent with its caption", async ({ page }) => {
  await page.goto(`${site.url}/docs/api/pets/add-photo`);
  await press(page, page.getByRole("button", { name: "Try it" }), "Enter");
  const form = page.getByRole("form", { name: "Try it" });
  await expect(form).toBeVisible();

  await type(page, page.getByRole("textbox", { name: /^petId/ }), "pet 7");
  const chosen = page.waitForEvent("filechooser");
  await press(page, form.getByLabel(/^photo/), "Enter");
  await (await chosen).setFiles({ name: "rex.png", mimeType: "image/png", buffer: Buffer.from("picture of Rex") });
  await type(page, form.getByLabel(/^caption/), "Rex at sea");
  await press(page, page.getByRole("button", { name: "Send" }), "Enter");

  await expect(statusOf(form)).toHaveText(/^201/);
  const { request, body } = calls.at(-1) as Call;
  expect([request.method, request.url]).toEqual(["PUT", "/pets/pet%207/photo"]);
  expect(body).toContain('filename="rex.png"');
  expect(body).toContain("picture of Rex");
  expect(body).toContain("Rex at sea");
});

test("by keyboard alone a reader signs in by OAuth 2 in a separate window, and the token is sent", async ({ page }) => {
  await page.goto(`${site.url}/docs/api/pets/feed-pets`);
  await press(page, page.getByRole("button", { name: "Try it" }), "Enter");
  const form = page.getByRole("form", { name: "Try it" });
  await press(page, form.locator("summary", { hasText: "Get a token" }), "Enter");
  await type(page, form.getByLabel("client_id"), "docs");
  await expect(form.getByRole("checkbox", { name: "feed Feeds." })).toBeChecked();
  await press(page, form.getByRole("checkbox", { name: "walk Walks." }), "Space");
  await press(page, form.getByRole("button", { name: "Get a token" }), "Enter");
  await expect(form.getByLabel(/^Authorization/)).toHaveValue("token-1");
  const asked = new URLSearchParams(calls.at(-1)?.body);
  expect(Object.fromEntries(asked)).toMatchObject({ grant_type: "authorization_code", code: "code-1", client_id: "docs" });
  expect(scopes).toBe("feed walk");

  await press(page, page.getByRole("button", { name: "Send" }), "Enter");
  await expect(statusOf(form)).toHaveText(/^201/);
  expect(calls.at(-1)?.request.headers.authorization).toBe("Bearer token-1");
});

test("the owner's demo key fills the form, marked as such, and what a reader types in its place is kept for the tab", async ({
  page,
}) => {
  let form = await openPlayground(page, "pets/count-visits");
  await expect(form.getByLabel(/^User/)).toHaveValue("demo");
  await expect(form.getByText("A public demo key of this site.").first()).toBeVisible();
  const sent = async () => (await send(page, form)).request.headers.authorization;
  expect(await sent()).toBe(`Basic ${btoa("demo:1234")}`);
  expect(await page.evaluate(() => sessionStorage.getItem("docent-playground"))).toBeNull();
  await form.getByLabel(/^User/).fill("ada");
  await expect(form.getByText("A public demo key of this site.")).toHaveCount(0);
  form = await openPlayground(page, "pets/count-visits");
  await expect(form.getByLabel(/^User/)).toHaveValue("ada");
  expect(await sent()).toBe(`Basic ${btoa("ada:1234")}`);
});

test("another type of body shows its own text, which is sent", async ({ page }) => {
  const form = await openPlayground(page, "pets/add-note");
  await type(page, form.getByLabel(/^Authorization/), "secret-key");
  await expect(form.getByLabel("Body", { exact: true })).toHaveValue("Fed at nine.");
  await form.getByLabel("Media type").selectOption("text/markdown");
  await expect(form.getByLabel("Body", { exact: true })).toHaveValue("# Fed");
  expect((await send(page, form)).body).toBe("# Fed");
});

test("by keyboard alone a booking of Trains is paid from an account, where the example has a card", async ({
  page,
  expectAccessible,
}) => {
  const form = await openPlayground(page, "trains/payments/pay-booking");
  expect((await page.getByLabel("Server").boundingBox())?.width, "the server can be read").toBeGreaterThan(150);
  await type(page, page.getByRole("textbox", { name: /^bookingId/ }), "1725ff48");
  await type(page, form.getByLabel(/^Authorization/), "token-2");
  await type(page, form.getByLabel(/^amount/), "100.5");
  await type(page, form.getByLabel("source: Variant"), "Bank");
  await type(page, form.getByLabel(/^name/), "Ada");
  await press(page, page.getByRole("button", { name: "Send" }), "Enter");
  await expect(form.getByLabel(/^number/), "the first field that is missing").toBeFocused();
  await page.keyboard.type("00012345");
  await type(page, form.getByLabel(/^account_type/), "company");
  await expectAccessible();
  const { request, body } = await send(page, form);
  expect([request.url, request.headers.authorization]).toEqual(["/bookings/1725ff48/payment", "Bearer token-2"]);
  const source = { object: "bank_account", name: "Ada", number: "00012345", account_type: "company" };
  expect(JSON.parse(body)).toEqual({ amount: 100.5, currency: "gbp", source });
});

test("by keyboard alone a pet of Petstore is added with a tag in a list, and its picture sent as it is", async ({ page }) => {
  let form = await openPlayground(page, "petstore/pet/add-pet");
  await type(page, form.getByLabel(/^Authorization/), "key-3");
  await type(page, form.getByLabel(/^name/).first(), "Rex");
  const tags = form.locator("details").filter({ has: page.locator("summary", { hasText: /^tags/ }) });
  const sample = form.getByRole("region", { name: "Request" });
  await type(page, tags.getByLabel(/^name/), "good");
  await expect(sample).toContainText('"name": "good"');
  expect(await form.getByLabel(/^status/).evaluate((list: HTMLSelectElement) => list.selectedOptions[0]?.text)).toBe("available");
  const added = await send(page, form);
  expect(added.request.headers.api_key).toBe("key-3");
  expect(JSON.parse(added.body)).toMatchObject({ name: "Rex", tags: [{ name: "good" }], status: "available" });

  form = await openPlayground(page, "petstore/pet/upload-file");
  await expect(form.getByLabel(/^Authorization/), "kept for the tab").toHaveValue("key-3");
  await type(page, page.getByRole("textbox", { name: /^petId/ }), "7");
  await type(page, form.getByLabel(/^additionalMetadata/), "from the left");
  const chosen = page.waitForEvent("filechooser");
  await press(page, form.getByLabel(/^File/), "Enter");
  await (await chosen).setFiles({ name: "rex.png", mimeType: "image/png", buffer: Buffer.from("picture of Rex") });
  const { request, body } = await send(page, form);
  expect([request.url, body]).toEqual(["/pet/7/uploadImage?additionalMetadata=from+the+left", "picture of Rex"]);
});

test("by keyboard alone the site's own API is searched with a key", async ({ page }) => {
  const key = await createKey(["--kind", "assistant", "--project", "pets"], site.variables);
  const form = await openPlayground(page, "docent/search/search");
  // In the bar above the form.
  await reach(page, page.getByRole("textbox", { name: /^domain/ }), "Shift+Tab");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("pets");
  await type(page, form.getByLabel(/^Authorization/), key);
  await type(page, form.getByLabel(/^query/), "a shelter for pets");
  // From a text of several lines, since the button is far away.
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(statusOf(form)).toHaveText(/^200/);
  await expect(form.getByText("A shelter.").first()).toBeVisible();
});

test("by keyboard alone a server, an example and a credential are chosen, and an API without CORS answers through the site", async ({
  page,
  expectAccessible,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/ERR_FAILED/);
  const asked: { url: string; method: string; headers: [string, string][]; body: string }[] = [];
  // As a browser sees a server that allows no calls from the site.
  await page.route(/example\.com/, (route) => route.abort());
  await page.route("**/api/try", (route, request) => {
    asked.push(request.postDataJSON());
    const body = Buffer.from(JSON.stringify({ ticket: "t-9" })).toString("base64");
    const answer = { status: 201, statusText: "Created", headers: [["content-type", "application/json"]], body, cut: false };
    return route.fulfill({ contentType: "application/octet-stream", body: JSON.stringify(answer) });
  });
  const form = await openPlayground(page, "tickets/tickets/buy-ticket");
  await type(page, page.getByLabel("Server", { exact: true }), "https://a");
  await type(page, form.getByLabel(/^tenant/), "own");
  await type(page, form.getByLabel("Variant"), "token");
  await type(page, form.getByLabel(/^Authorization \(token\)/), "secret-9");
  await expect(form.getByText("Sent to own.example.com only", { exact: false })).toBeVisible();
  await type(page, form.getByLabel("Example"), "First");
  await expect(form.getByText("this site sends the call")).toBeVisible();
  await expectAccessible();
  await press(page, page.getByRole("button", { name: "Send" }), "Enter");
  await expect(statusOf(form)).toHaveText(/^201/);
  await expect(form.getByText("t-9")).toBeVisible();
  const [{ url, method, headers, body }] = asked as [(typeof asked)[number]];
  expect([method, url]).toEqual(["POST", "https://own.example.com/v1/tickets"]);
  expect(Object.fromEntries(headers)).toMatchObject({ authorization: "Bearer secret-9" });
  expect(headers.map(([name]) => name)).not.toContain("x-key");
  expect(Buffer.from(body, "base64").toString()).toContain(LONG_ID);
});

test("an API has an overview, which leads to its operations and offers its description", async ({ page, expectAccessible }) => {
  await page.goto(`${site.url}/docs/api/tickets`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tickets");
  const main = page.getByRole("main");
  await expect(main.getByText("Buys tickets. No payment is taken.")).toBeVisible();
  await expect(main.getByText("https://{tenant}.example.com/v1")).toBeVisible();
  await expectAccessible();
  const download = page.waitForEvent("download");
  await main.getByRole("link", { name: "Download the description" }).click();
  expect(JSON.parse(await readFile(await (await download).path(), "utf8"))).toMatchObject({ info: { title: "Tickets" } });
  await main.getByRole("link", { name: "Buy a ticket" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Buy a ticket");
});

test("by keyboard alone an example is chosen, which the code of every language and the form hold, and the code is copied", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${site.url}/docs/api/tickets/tickets/buy-ticket`);
  const call = page.getByRole("region", { name: "Request", exact: true });
  await expect(call.getByRole("group")).toContainText('"class": 2');
  await press(page, call.getByRole("button", { name: "Example: Second class" }), "ArrowDown");
  await press(page, page.getByRole("button", { name: "First class", exact: true }), "Enter");
  await expect(call.getByRole("button", { name: "Example: First class" })).toBeFocused();
  await expect(call.getByRole("group")).toContainText(LONG_ID);
  await press(page, call.getByRole("button", { name: "Programming language: curl" }), "ArrowDown");
  await press(page, page.getByRole("button", { name: "Python", exact: true }), "Enter");
  await expect(call.getByRole("group")).toContainText("import requests");
  await expect(call.getByRole("group")).toContainText(LONG_ID);
  await press(page, call.getByRole("button", { name: "Copy" }), "Enter");
  const shown = await call.getByRole("group").locator("code").textContent();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
  await press(page, page.getByRole("button", { name: "Try it" }), "Enter");
  const form = page.getByRole("form", { name: "Try it" });
  await expect(form.getByLabel(/^id/)).toHaveValue(LONG_ID);
});

test("a call without a response says what to do, and names CORS where that may be the reason", async ({
  page,
  expectAccessible,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/ERR_FAILED/);
  let form = await openPlayground(page, "pets/add-note");
  await page.route(/:\d+\/notes$/, (route) => route.abort());
  await press(page, page.getByRole("button", { name: "Send" }), "Enter");
  const status = statusOf(form);
  await expect(status).toHaveText(/^No response after \d+ ms.*CORS/);
  await expect(status).toBeInViewport();
  await expectAccessible();

  await page.route("**/v1/search/pets", (route) => route.abort());
  form = await openPlayground(page, "docent/search/search");
  await page.getByRole("textbox", { name: /^domain/ }).fill("pets");
  await form.getByLabel(/^query/).fill("a");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(status).toHaveText(/^No response after \d+ ms/);
  await expect(status, "which the site allows itself").not.toContainText("CORS");
});

test("an answer that refuses the call looks like one, and says what to check", async ({ page, expectedConsoleErrors }) => {
  expectedConsoleErrors.push(/401/);
  const form = await openPlayground(page, "docent/search/search");
  await page.getByRole("textbox", { name: /^domain/ }).fill("pets");
  await form.getByLabel(/^Authorization/).fill("no-key");
  await form.getByLabel(/^query/).fill("a");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(statusOf(form)).toHaveText(/^401 Unauthorized after \d+ ms.*Check the authorization/s);
});

test("code stays beside the text of an operation, and is a line that unfolds below its description on a phone", async ({
  page,
}) => {
  const samples = page.getByRole("complementary", { name: "Example" });
  await page.setViewportSize({ width: 1440, height: 600 });
  await page.goto(`${site.url}/docs/api/petstore/pet/add-pet`);
  await page.evaluate(() => window.scrollTo(0, 500));
  await expect.poll(async () => (await samples.boundingBox())?.y).toBeGreaterThan(0);
  expect((await samples.boundingBox())?.y).toBeLessThan(200);
  await page.setViewportSize({ width: 390, height: 844 });
  const heading = page.getByRole("heading", { name: "Request body" });
  expect((await samples.boundingBox())?.y).toBeLessThan((await heading.boundingBox())?.y ?? 0);
  expect((await samples.boundingBox())?.height).toBeLessThan(60);
  const call = page.getByRole("region", { name: "Request", exact: true });
  await expect(call).toBeHidden();
  await samples.getByRole("button", { name: /^Request/ }).click();
  await expect(call).toBeVisible();
});

test("on a phone the form lies over the page, keeps the focus inside, and is accessible", async ({ page, expectAccessible }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const form = await openPlayground(page, "trains/payments/pay-booking");
  expect((await page.getByLabel("Server").boundingBox())?.width, "the server can be read").toBeGreaterThan(150);
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByRole("textbox", { name: /^bookingId/ })).toBeVisible();
  expect(await sheet.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), "scrolls sideways").toBe(0);
  await expectAccessible();
  await reach(page, form.getByLabel(/^amount/));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Try it" })).toBeFocused();
});

async function openPlayground(page: Page, address: string): Promise<Locator> {
  await page.goto(`${site.url}/docs/api/${address}`);
  await press(page, page.getByRole("button", { name: "Try it" }), "Enter");
  const form = page.getByRole("form", { name: "Try it" });
  await expect(form).toBeVisible();
  return form;
}

/** Sends what is filled in, and waits for the answer. Returns what the API got. */
async function send(page: Page, form: Locator): Promise<Call> {
  const before = calls.length;
  await press(page, page.getByRole("button", { name: "Send" }), "Enter");
  await expect(statusOf(form)).toHaveText(/^201/);
  await expect(statusOf(form)).toBeInViewport();
  expect(calls.length).toBe(before + 1);
  return calls.at(-1) as Call;
}

/** What is said of the last call. */
function statusOf(form: Locator): Locator {
  return form.getByRole("region", { name: "Answer" }).getByRole("status").first();
}

/** Goes to a control by Tab, in whichever order the page has them, and presses a key there. */
async function press(page: Page, control: Locator, key: string): Promise<void> {
  await reach(page, control);
  await page.keyboard.press(key);
}

/** Goes to a control by Tab and types into it; in a list this chooses. */
async function type(page: Page, control: Locator, text: string): Promise<void> {
  await reach(page, control);
  await page.keyboard.type(text);
}

async function reach(page: Page, control: Locator, key = "Tab"): Promise<void> {
  await expect(control).toBeVisible();
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`No ${MAX_TABS} presses of ${key} lead to ${control}.`);
}

/** Writes a site of one page, whose API is the one above. */
async function writeSite({ folder, url: siteUrl }: { readonly folder: string; readonly url: string }) {
  const content = path.join(folder, "content");
  await mkdir(content);
  await writeFile(path.join(content, "index.mdx"), "# Pets\n\nA shelter.\n");
  const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const own = JSON.parse(await readFile("lib/api-description/openapi.json", "utf8"));
  const descriptions = {
    pets: describe(url),
    trains: describeTrains(url),
    petstore: describePetstore(url),
    tickets: describeTickets(),
    docent: { ...own, servers: [{ url: siteUrl }] },
  };
  const file = (name: string) => path.join(folder, `${name}.json`);
  for (const [name, description] of Object.entries(descriptions))
    await writeFile(file(name), JSON.stringify(description).replace('"LONG"', LONG_ID));
  const apiDescriptions = {
    trains: file("trains"),
    petstore: file("petstore"),
    tickets: file("tickets"),
    docent: file("docent"),
  };
  const project = { id: "pets", domain: "pets", name: "Pets", siteUrl, content, apiDescription: file("pets"), apiDescriptions };
  const config = {
    organisation: { id: "pets", name: "Pets" },
    projects: [project],
    playground: { auth: { basic: "demo:1234" } },
  };
  return { config, variables: { DATABASE_URL: "" } };
}

/** An id that JavaScript would round. */
const LONG_ID = "12345678901234567890";

/** A description with servers to complete, several ways to authenticate and examples to choose from. */
function describeTickets(): object {
  const examples = {
    second: { summary: "Second class", value: { class: 2 } },
    first: { summary: "First class", value: { id: "LONG" } },
  };
  const content = { "application/json": { schema: { type: "object", properties: { id: { type: "integer" } } }, examples } };
  return {
    openapi: "3.1.0",
    info: { title: "Tickets", version: "2", description: "Buys tickets. No payment is taken." },
    servers: [
      { url: "https://eu.example.com/v1" },
      { url: "https://{tenant}.example.com/v1", variables: { tenant: { default: "acme", description: "Your name." } } },
    ],
    security: [{ key: [] }, { token: [] }],
    components: {
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "X-Key" },
        token: { type: "http", scheme: "bearer" },
      },
    },
    paths: {
      "/tickets": {
        post: { operationId: "buyTicket", summary: "Buy a ticket", tags: ["Tickets"], requestBody: { content }, responses: {} },
      },
    },
  };
}

function describe(url: string): object {
  const text = { type: "string" };
  const object = (properties: object, required: string[]) => ({ schema: { type: "object", properties, required } });
  const pet = object({ name: text, kind: { ...text, enum: ["cat", "dog"] } }, ["name", "kind"]);
  const photo = object({ photo: { ...text, format: "binary" }, caption: text }, ["photo", "caption"]);
  const operation = (operationId: string, summary: string, content: object) => ({
    operationId,
    summary,
    tags: ["Pets"],
    requestBody: { required: true, content },
    responses: { 201: { description: "Stored." } },
  });
  return {
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    servers: [{ url }],
    security: [{ key: [] }],
    components: {
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "X-Key" },
        login: { type: "http", scheme: "basic" },
        account: {
          type: "oauth2",
          flows: {
            authorizationCode: {
              authorizationUrl: `${url}/authorize`,
              tokenUrl: `${url}/token`,
              scopes: { feed: "Feeds.", walk: "Walks." },
            },
          },
        },
      },
    },
    paths: {
      "/pets": { post: operation("addPet", "Add a pet", { "application/json": pet }) },
      "/notes": {
        post: operation("addNote", "Add a note", {
          "text/plain": { schema: text, example: "Fed at nine." },
          "text/markdown": { schema: text, example: "# Fed" },
        }),
      },
      "/visits": {
        get: { ...operation("countVisits", "Count visits", {}), requestBody: undefined, security: [{ login: [] }] },
      },
      "/meals": {
        post: { ...operation("feedPets", "Feed all pets", {}), requestBody: undefined, security: [{ account: ["feed"] }] },
      },
      "/pets/{petId}/photo": {
        parameters: [{ name: "petId", in: "path", required: true, schema: text }],
        put: operation("addPhoto", "Add a photo", { "multipart/form-data": photo }),
      },
    },
  };
}
