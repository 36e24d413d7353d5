import { afterEach, describe, expect, test, vi } from "vitest";
import { locate, type SiteScope } from "./site-scope.ts";

const site: SiteScope = {
  domain: "docent",
  basePath: "/handbook",
  siteUrl: "https://docs.example.com",
  languages: [
    { id: "en", label: "English" },
    { id: "es", label: "Español" },
  ],
  versions: [
    { id: "v2", label: "v2" },
    { id: "v1", label: "v1" },
  ],
  language: "es",
  defaultLanguage: "en",
  defaultVersion: "v2",
  assistant: true,
  startPages: [],
  changelogs: [],
};

afterEach(() => vi.unstubAllGlobals());

describe("the reader's place has the language of the document, and as its version", () => {
  test.each([
    ["that of the page", { docsVersion: "v1" }, "v1"],
    ["none on a page outside of all versions", { docsVersion: "" }, null],
    ["the default on a page that is not of the documentation", undefined, "v2"],
  ])("%s", (_, dataset, version) => {
    vi.stubGlobal("document", { querySelector: () => (dataset ? { dataset } : null) });
    expect(locate(site, "/docs/errors")).toEqual({ language: "es", version, path: "/docs/errors" });
  });

  test("the default on the server, and none without versions", () => {
    expect(locate(site, "/").version).toBe("v2");
    expect(locate({ ...site, versions: [], defaultVersion: null }, "/docs/v1").version).toBeNull();
  });
});
