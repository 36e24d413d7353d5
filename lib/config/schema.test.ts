import { expect, test } from "vitest";
import { checkConfig } from "./config.ts";

const organisation = { id: "acme", name: "Acme" };
const check = (versions: readonly string[], pagesAt: "docs" | "root") =>
  checkConfig(
    {
      organisation,
      projects: [{ id: "acme", domain: "acme", name: "Acme", pagesAt, versions: versions.map((id) => ({ id, label: id })) }],
    },
    "docent.config.ts",
  );

test("at the root, a version cannot have an address of the service as its name", () => {
  expect(() => check(["v2", "v1"], "root")).toThrow(
    'projects[0].versions[1].id: "v1" is an address of the service; with pagesAt: "root", name the version otherwise, such as "1.x"',
  );
  expect(check(["v2", "1.x"], "root").projects[0]?.pagesAt).toBe("root");
  expect(check(["v2", "v1"], "docs").projects[0]?.pagesAt).toBe("docs");
});

test.each([
  [{ theme: { acent: "#123456" } }, 'theme: there is no setting "acent". Did you mean "accent"?'],
  [{ theme: { zzz: 1 } }, 'theme: there is no setting "zzz". Choose one of: accent, colorScheme, code.'],
  [
    { pagemenu: {}, zzz: 1 },
    /the file: there is no setting "pagemenu". Did you mean "pageMenu"\? .*"zzz". Choose one of: organisation, /,
  ],
])("a misspelt setting is named with the nearest one, and otherwise with all of its place: %j", (settings, words) => {
  const projects = [{ id: "acme", domain: "acme", name: "Acme" }];
  expect(() => checkConfig({ organisation, projects, ...settings }, "docent.config.ts")).toThrow(words);
});

test.each([
  [{ logo: { dark: "/a.svg" } }, "logo.light: is missing; give it a text"],
  [
    { navigation: { links: [{ text: { english: "A" }, url: "/a" }] } },
    'navigation.links[0].text: must be a text, or one for each language, such as { en: "Pricing", de: "Preise" }',
  ],
  [{ pageFeedback: { enabled: "no" } }, 'pageFeedback.enabled: must be true or false, and is "no"'],
  [{ theme: { colorScheme: "drak" } }, 'theme.colorScheme: must be "system" or "light" or "dark", and is "drak"'],
  [{ footer: { links: {} } }, "footer.links: must be a list in [ ], and is a group"],
  [
    { navigation: { repository: "acme" } },
    'navigation.repository: must be an address such as "https://example.com", and is "acme"',
  ],
])("a wrong value is named with what it must be and what it is: %j", (settings, words) => {
  const projects = [{ id: "acme", domain: "acme", name: "Acme" }];
  expect(() => checkConfig({ organisation, projects, ...settings }, "docent.config.ts")).toThrow(words);
});

test("pageMenu.enabled switches every entry of the menu off", () => {
  const projects = [{ id: "acme", domain: "acme", name: "Acme" }];
  const { pageMenu } = checkConfig({ organisation, projects, pageMenu: { enabled: false, claude: true } }, "docent.config.ts");
  expect(Object.values(pageMenu)).toEqual(Array.from({ length: 9 }, () => false));
});
