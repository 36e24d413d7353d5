import type { Page, Request } from "playwright/test";
import { expect, holdScripts, OPENERS, test, waitForOpeners } from "./fixtures.ts";

const SEARCH = "**/v1/search/harbor";

const box = (page: Page) => page.getByRole("combobox", { name: "Search the documentation" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Search the documentation" });
const results = (page: Page) => page.getByRole("listbox", { name: "Search results" }).getByRole("option");

async function openSearch(page: Page, path = "/docs/quickstart") {
  await page.goto(path);
  await page.getByRole("button", { name: "Search the documentation" }).click();
  await expect(box(page)).toBeFocused();
}

/** One result of the service, as SPEC.md gives it. */
function result({ path = "/docs/errors", content = "Plain text.", ...change }: Readonly<Record<string, unknown>> = {}) {
  const where = { title: "Errors", heading: "", anchor: "", kind: "guide", language: "en", version: "v2", score: 0.5 };
  const metadata = { ...where, ...change };
  return { content, path, metadata: { ...metadata, url: `http://localhost${path}` } };
}

test("Ctrl+K and / open search, Esc closes it and gives the focus back", async ({ page }) => {
  await page.goto("/docs/quickstart");
  const opener = page.getByRole("link", { name: "Harbor" }).first();
  await opener.focus();
  for (const key of ["Control+k", "/"]) {
    await page.keyboard.press(key);
    await expect(box(page)).toBeFocused();
    await expect(box(page)).toHaveValue("");
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await expect(opener).toBeFocused();
  }
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Control+k");
  await expect(dialog(page)).toBeHidden();
});

test("in a Cyrillic layout the key of Ctrl+K opens search, and Enter that ends a composed word opens no result", async ({
  page,
}) => {
  await page.goto("/docs/quickstart");
  await waitForOpeners(page, OPENERS);
  const press = { key: "л", code: "KeyK", ctrlKey: true, bubbles: true, cancelable: true };
  await page.locator("body").dispatchEvent("keydown", press);
  await expect(box(page)).toBeFocused();
  await page.keyboard.type("keys");
  await expect(dialog(page).getByRole("listbox").getByRole("option").first()).toBeVisible();
  for (const composing of [{ isComposing: true }, { keyCode: 229 }])
    await box(page).dispatchEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, ...composing });
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toBeHidden();
});

for (const [missing, isMissing, openers] of [
  ["any of the page's code", () => true, []],
  ["the dialog's code", (code: string) => code.includes("aria-activedescendant") && code.includes("combobox"), OPENERS],
] as const)
  test(`what is typed after a click or a hot key is searched, before ${missing} is there too`, async ({ page }) => {
    const button = page.getByRole("button", { name: "Search the documentation" });
    for (const action of [() => button.click(), () => page.keyboard.press("/"), () => page.keyboard.press("Control+k")]) {
      const release = await holdScripts(page, isMissing);
      await page.goto("/docs/quickstart", { waitUntil: "commit" });
      await expect(button).toBeVisible();
      await waitForOpeners(page, openers);
      await action();
      await page.keyboard.type("error /x");
      await page.keyboard.press("Backspace");
      await page.keyboard.press("Enter");
      await expect(dialog(page)).toHaveCount(0);
      release();
      await expect(box(page)).toBeFocused();
      await expect(box(page)).toHaveValue("error /");
      await page.keyboard.type("s");
      await expect(box(page)).toHaveValue("error /s");
      await page.keyboard.press("Escape");
      await expect(dialog(page)).toBeHidden();
      await button.click();
      await expect(box(page)).toBeFocused();
      await expect(box(page), "kept, for the next key to replace").toHaveValue("error /s");
    }
  });

test("on a slow device no key is lost between Ctrl+K and the field", async ({ page }) => {
  const device = await page.context().newCDPSession(page);
  await device.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  await page.goto("/docs/quickstart", { waitUntil: "commit" });
  await expect(page.getByRole("button", { name: "Search the documentation" })).toBeVisible();
  await page.keyboard.press("Control+k");
  const text = "how do I deploy behind a proxy that ends TLS and keeps/drops headers";
  await page.keyboard.type(text, { delay: 30 });
  await expect(box(page)).toHaveValue(text);
});

test("is gone when the browser closes it without asking, and opens again", async ({ page }) => {
  await openSearch(page);
  await dialog(page).evaluate((open: HTMLDialogElement) => open.close());
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Search the documentation" }).click();
  await expect(box(page)).toBeFocused();
});

test("a reader finds a section and opens it by keyboard alone", async ({ page }) => {
  await openSearch(page);
  await box(page).fill("create an assistant key");
  const selected = results(page).and(page.locator("[aria-selected=true]"));
  await expect(selected).toHaveCount(1);
  const best = (await selected.getAttribute("id")) ?? "";
  await expect(box(page)).toHaveAttribute("aria-activedescendant", best);
  await page.keyboard.press("ArrowDown");
  await expect(selected).not.toHaveAttribute("id", best);
  await page.keyboard.press("ArrowUp");
  await expect(selected).toHaveAttribute("id", best);
  await page.keyboard.press("End");
  await expect(results(page).last()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(results(page).first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  const href = await results(page).first().getAttribute("href");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${href?.replace(/[/#]/g, "\\$&")}$`));
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("a click opens a result, at its section", async ({ page }) => {
  await page.route(SEARCH, (route) => route.fulfill({ json: [result({ heading: "not_found", anchor: "not_found" })] }));
  await openSearch(page);
  await page.keyboard.type("not found");
  await results(page).nth(1).click();
  await expect(page).toHaveURL(/\/docs\/errors#not_found$/);
});

test("a result opens the accordion that hides its words, also from elsewhere", async ({ page }) => {
  const hidden = page.locator(".accordion").getByText("Yes. Search reads the text of an accordion, open or closed.");
  const id = "does-a-hidden-answer-show-up-in-search";
  await openSearch(page, "/docs/components");
  await page.keyboard.type("Does a hidden answer show up in search?");
  await expect(hidden).toBeHidden();
  await results(page)
    .and(page.locator(`[href$="/docs/components#${id}"]`))
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`#${id}$`));
  await expect(hidden).toBeInViewport();
  await page.goto("about:blank");
  await page.goto(`/docs/components#${id}`);
  await expect(hidden).toBeInViewport();
});

test("a result opens the tab that hides its words", async ({ page }) => {
  const found = result({ path: "/docs/components", title: "Components", heading: "Tabs > Postgres", anchor: "postgres" });
  await page.route(SEARCH, (route) => route.fulfill({ json: [found] }));
  const hidden = page.getByRole("tabpanel", { name: "Postgres" }).getByText("Set DATABASE_URL.");
  await openSearch(page, "/docs/quickstart");
  await page.keyboard.type("postgres");
  await results(page).nth(1).click();
  await expect(page).toHaveURL(/#postgres$/);
  await expect(hidden).toBeInViewport();
});

test("by keyboard alone a page is found by its title, opened, and its words are marked", async ({ page }) => {
  const hits = [
    result({
      content: "Plain text.\nWait as long as Retry-After says, then send it again.",
      heading: "Wait",
      anchor: "not_found",
    }),
  ];
  await page.route(SEARCH, (route) => route.fulfill({ json: hits }));
  await openSearch(page);
  await page.keyboard.type("errors");
  await expect(results(page).first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/docs\/errors$/);
  await page.waitForFunction(() => document.querySelector("article")?.contains(document.activeElement));
  await page.keyboard.press("Tab");
  await expect(page.locator("article :focus"), "Tab continues from the page, not from its top").toHaveCount(1);
  await page.keyboard.press("/");
  await page.keyboard.type("retry after");
  await expect(results(page).nth(1), "the section, since the title was not asked for").toHaveAttribute("aria-selected", "true");
});

test("after a section is opened that has no words to mark, Tab continues from its heading", async ({ page }) => {
  const hits = [result({ content: "Plain text.", heading: "Wait", anchor: "not_found" })];
  await page.route(SEARCH, (route) => route.fulfill({ json: hits }));
  await openSearch(page);
  await page.keyboard.type("wait");
  await expect(results(page).nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/docs\/errors#not_found$/);
  await expect(page.locator("#not_found")).toBeFocused();
});

test("an empty box offers pages and the assistant, and the filters are reached by Tab", async ({ page }) => {
  await openSearch(page);
  await expect(dialog(page).getByRole("option", { name: "Ask the assistant" })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toBeHidden();
  await page.keyboard.press("/");
  const summary = dialog(page).locator("summary");
  for (let presses = 0; presses < 6 && !(await summary.evaluate((element) => element === document.activeElement)); presses += 1)
    await page.keyboard.press("Tab");
  await expect(summary).toBeFocused();
});

test("the assistant is in sight below a long list, and one press of Arrow up reaches it", async ({ page }) => {
  const hits = Array.from({ length: 18 }, (_, index) => result({ title: `Errors ${index}`, path: `/docs/errors-${index}` }));
  await page.route(SEARCH, (route) => route.fulfill({ json: hits }));
  await openSearch(page);
  await page.keyboard.type("errors");
  const ask = dialog(page).getByRole("option", { name: /^Ask the assistant/ });
  await expect(ask).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("ArrowUp");
  await expect(ask).toHaveAttribute("aria-selected", "true");
});

test("readers choose a kind of pages, and an operation says its path", async ({ page }) => {
  const place = { path: "/docs/api/berths/read", breadcrumb: ["API reference", "Berths"] };
  const api = { kind: "api", method: "GET", endpoint: "/berths/{id}", title: "Read a berth", ...place };
  const hits = [result({}), result(api), result({ title: "Changelog", path: "/docs/changelog" })];
  await page.route(SEARCH, (route) => route.fulfill({ json: hits }));
  await openSearch(page);
  await page.keyboard.type("errors");
  const kinds = dialog(page).getByRole("group", { name: "Kind of pages" }).getByRole("button");
  await expect(kinds).toHaveText(["All", "Guides", "API", "Changelog"]);
  await kinds.filter({ hasText: "API" }).click();
  const groups = page.getByRole("listbox").getByRole("group");
  await expect(groups).toHaveCount(1);
  await expect(groups).toContainText("Read a berthGETAPI reference › Berths");
  await expect(groups).toContainText("/berths/{id}");
  await kinds.filter({ hasText: "Changelog" }).click();
  await expect(groups).toHaveAccessibleName("Changelog");
});

test("results stand under their page with heading path and marked words", async ({ page }) => {
  await openSearch(page);
  await page.keyboard.type("retry after");
  const group = page.getByRole("listbox").getByRole("group").first();
  await expect(group.getByRole("option").first()).toBeVisible();
  await expect(group.locator("mark").first()).toHaveText(/^(retry|after)/i);
  await expect(page.getByRole("status").filter({ hasText: /\d+ results? on \d+ pages?/ })).toBeAttached();
});

test("the excerpt below a heading is of its section, whatever else the passage has", async ({ page }) => {
  const content = "Errors of a berth.\n\nRetries\n\nWait as long as it says.\n\nErrors again.";
  const place = { heading: "Retries", anchor: "retries", range: [29, 53] };
  await page.route(SEARCH, (route) => route.fulfill({ json: [{ ...result(place), content }] }));
  await openSearch(page);
  await page.keyboard.type("errors");
  await expect(dialog(page).getByRole("option", { name: "Retries" })).toHaveText("RetriesWait as long as it says.");
});

test("a misspelt word is searched for as the docs write it, and the box says so", async ({ page }) => {
  await openSearch(page);
  await page.keyboard.type("quikstart limits");
  await expect(dialog(page).getByText("Showing results for “quickstart limits”")).toBeVisible();
  await expect(
    results(page)
      .locator("mark")
      .filter({ hasText: /quickstart/i })
      .first(),
  ).toBeVisible();
});

test("text of a page never becomes markup", async ({ page }) => {
  const content = '<img src=x onerror="document.title=1"> <b>limit</b>';
  await page.route(SEARCH, (route) => route.fulfill({ json: [result({ content, heading: "<i>limit</i>", anchor: "limit" })] }));
  await openSearch(page);
  await page.keyboard.type("limit");
  await expect(results(page).nth(1)).toContainText(content);
  await expect(results(page).nth(1)).toContainText("<i>limit</i>");
  await expect(dialog(page).locator("img, b, i")).toHaveCount(0);
});

test("asks once typing has paused, gives up the older request, and only speaks to /v1/search", async ({ page }) => {
  const asked: Request[] = [];
  const secondIsAnswered = Promise.withResolvers<void>();
  await page.route(SEARCH, async (route) => {
    asked.push(route.request());
    const { query } = route.request().postDataJSON();
    if (query === "first") await secondIsAnswered.promise;
    await route.fulfill({ json: [result({ content: `Answers ${query}.` })] }).catch(() => {});
    secondIsAnswered.resolve();
  });
  await openSearch(page);
  // The pause between two keys is the page's, not that of a busy machine.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  for (const key of "first") {
    await page.keyboard.press(key);
    await page.clock.runFor(20);
  }
  expect(asked).toEqual([]);
  await page.clock.resume();
  await expect.poll(() => asked.length).toBe(1);
  await box(page).fill("second");
  await expect(results(page).first()).toContainText("Answers second.");
  expect(asked.map((request) => request.postDataJSON().query)).toEqual(["first", "second"]);
  expect(asked[0]?.failure()?.errorText).toBe("net::ERR_ABORTED");
  expect(asked[1]?.headers().authorization).toMatch(/^Bearer /);
  expect(asked[1]?.postDataJSON().filter).toEqual({ language: "en", version: "v2" });
});

test("searches where the reader is, and elsewhere when asked to", async ({ page }) => {
  const filters: unknown[] = [];
  page.on("request", (request) => request.url().includes("/v1/search/") && filters.push(request.postDataJSON().filter));
  await page.goto("/es/docs/v1");
  await page.keyboard.press("/");
  await page.getByRole("combobox", { name: "Buscar en la documentación" }).fill("useChat");
  await expect.poll(() => filters.at(-1)).toEqual({ language: "es", version: "v1" });
  const scope = page.getByRole("dialog");
  await scope.getByText(/^Buscar en v1/).click();
  await scope.getByLabel("Versión").selectOption({ label: "Todas las versiones" });
  await expect.poll(() => filters.at(-1)).toEqual({ language: "es" });
  await scope.getByLabel("Idioma").selectOption("en");
  await expect.poll(() => filters.at(-1)).toEqual({ language: "en" });
  await expect(page.getByRole("listbox").getByRole("option").first()).toBeVisible();
});

test("remembers searches until they are deleted", async ({ page }) => {
  await openSearch(page);
  for (const query of ["deploy", "limits", "keys"]) {
    await box(page).fill(query);
    // Enter opens no result of the search before, so it is pressed until those of this one are there.
    await expect(async () => {
      await page.keyboard.press("Enter");
      await expect(dialog(page)).toBeHidden({ timeout: 500 });
    }).toPass();
    await page.keyboard.press("/");
    await expect(box(page)).toBeFocused();
  }
  // What was typed last is still there, chosen whole: the next key replaces it.
  await expect(box(page)).toHaveValue("keys");
  await page.keyboard.press("Delete");
  const recent = page.getByRole("group", { name: "Recent searches" }).getByRole("option");
  await expect(recent).toHaveText(["keys", "limits", "deploy"]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Delete");
  await expect(recent).toHaveText(["limits", "deploy"]);
  await page.getByRole("button", { name: "Forget the search “deploy”" }).click();
  await expect(recent).toHaveText(["limits"]);
  await box(page).press("Home");
  await page.keyboard.press("Enter");
  await expect(box(page)).toHaveValue("limits");
  await box(page).fill("");
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(recent).toHaveCount(0);
  await expect(dialog(page).getByRole("group", { name: "Start here" }).getByRole("option").first()).toBeVisible();
});

test("remembers six searches at most, and nothing that another script left behind", async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem("docent:recent-searches:harbor", JSON.stringify(["a", "b", 3, { c: 1 }, "d", "e", "f", "g", "h", "i"]));
  });
  await openSearch(page);
  await expect(page.getByRole("group", { name: "Recent searches" }).getByRole("option")).toHaveText([
    "a",
    "b",
    "d",
    "e",
    "f",
    "g",
  ]);
});

test("finding nothing gives advice, aloud too", async ({ page }) => {
  await page.route(SEARCH, (route) => route.fulfill({ json: [] }));
  await openSearch(page);
  await page.keyboard.type("xyzzy");
  await expect(dialog(page).getByText("No results for “xyzzy”").first()).toBeVisible();
  await expect(dialog(page).getByText("Check the spelling, or try fewer words.")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "No results for “xyzzy”" })).toBeAttached();
});

test.describe("when the search fails", () => {
  test.beforeEach(({ expectedConsoleErrors }) => {
    expectedConsoleErrors.push(/status of (401|429|503)/, /ERR_INTERNET_DISCONNECTED/);
  });

  test("says how long to wait above a limit", async ({ page }) => {
    await page.route(SEARCH, (route) => route.fulfill({ status: 429, headers: { "Retry-After": "12" }, body: "{}" }));
    await openSearch(page);
    await box(page).fill("limit");
    await expect(page.getByRole("alert").filter({ hasText: "Too many searches" })).toContainText("Try again in 12 seconds.");
  });

  test("says so and tries again on request", async ({ page }) => {
    let calls = 0;
    await page.route(SEARCH, (route) =>
      ++calls === 1 ? route.fulfill({ status: 503, body: "{}" }) : route.fulfill({ json: [result()] }),
    );
    await openSearch(page);
    await box(page).fill("errors");
    const alert = page.getByRole("alert").filter({ hasText: "Something went wrong on our side" });
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(results(page).first()).toContainText("Plain text.");
    await expect(alert).toBeHidden();
  });

  test("tells an unreachable service from a broken one", async ({ page }) => {
    await page.route(SEARCH, (route) => route.abort("internetdisconnected"));
    await openSearch(page);
    await box(page).fill("errors");
    await expect(page.getByRole("alert").filter({ hasText: "Search is unavailable" })).toBeVisible();
  });

  test("gets a new token for one that is refused, once", async ({ page }) => {
    let tokens = 0;
    let calls = 0;
    page.on("request", (request) => request.url().endsWith("/api/site-token") && tokens++);
    await page.route(SEARCH, (route) => {
      calls++;
      return route.fulfill({ status: 401, body: "{}" });
    });
    await openSearch(page);
    await box(page).fill("errors");
    await expect(page.getByRole("alert").filter({ hasText: "Something went wrong on our side" })).toBeVisible();
    expect({ tokens, calls }).toEqual({ tokens: 2, calls: 2 });
  });
});

test("asks for one token, however many searches follow", async ({ page }) => {
  let tokens = 0;
  page.on("request", (request) => request.url().endsWith("/api/site-token") && tokens++);
  await openSearch(page);
  for (const query of ["deploy", "limits", "keys"]) {
    await box(page).fill(query);
    await expect(
      page
        .getByRole("listbox")
        .locator("mark")
        .filter({ hasText: new RegExp(query.slice(0, 4), "i") })
        .first(),
    ).toBeVisible();
  }
  expect(tokens).toBe(1);
});

test("the dialog's code comes when it is first wanted", async ({ page }) => {
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  await page.goto("/docs/quickstart");
  await waitForOpeners(page, OPENERS);
  const before = scripts.length;
  await page.keyboard.press("/");
  await expect(box(page)).toBeFocused();
  expect(scripts.length).toBeGreaterThan(before);
});

test("Tab goes round inside the dialog and the page behind does not scroll", async ({ page }) => {
  await openSearch(page);
  await page.keyboard.press("Shift+Tab");
  await expect(dialog(page).locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Tab");
  await expect(box(page)).toBeFocused();
  await expect(page.locator("html")).toHaveCSS("overflow", "hidden");
  await page.mouse.click(5, 400);
  await expect(dialog(page)).toBeHidden();
  await expect(page.locator("html")).not.toHaveCSS("overflow", "hidden");
});

for (const width of [1280, 360]) {
  test(`the open dialog is accessible at ${width} px`, async ({ page, expectAccessible }) => {
    await page.setViewportSize({ width, height: 740 });
    await openSearch(page);
    await expectAccessible();
    await page.keyboard.type("limits");
    await expect(results(page).first()).toBeVisible();
    await expectAccessible();
  });
}

test("on a phone the dialog fills the window", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openSearch(page);
  expect(await dialog(page).boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await expect(dialog(page)).toBeHidden();
});
