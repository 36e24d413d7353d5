import { describe, expect, test } from "vitest";
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
  defaultLanguage: "en",
  defaultVersion: "v2",
  assistant: true,
  startPages: [],
  changelogs: [],
};

describe("locate", () => {
  test.each([
    ["/", "en", "v2"],
    ["/docs", "en", "v2"],
    ["/docs/errors", "en", "v2"],
    ["/docs/v1/errors", "en", "v1"],
    ["/es", "es", "v2"],
    ["/es/docs/v1/errors", "es", "v1"],
    ["/docs/es", "en", "v2"],
    ["/docs/errors/v1", "en", "v2"],
  ])("reads %s as %s, %s", (path, language, version) => {
    expect(locate(site, path)).toEqual({ language, version, path });
  });

  test("a site without versions has none", () => {
    expect(locate({ ...site, versions: [], defaultVersion: null }, "/docs/v1").version).toBeNull();
  });
});
