import { describe, expect, test } from "vitest";
import type { SiteScope } from "../site-scope.ts";
import { readLink } from "./links.ts";

const site: SiteScope = {
  domain: "docent",
  basePath: "/handbook",
  siteUrl: "https://docs.example.com",
  languages: [],
  versions: [],
  language: "en",
  defaultLanguage: "en",
  defaultVersion: null,
  assistant: true,
  startPages: [],
  changelogs: [],
};
const read = (href: string) => readLink(site, href, "https://preview.example.net");

describe("readLink", () => {
  test.each([
    ["https://docs.example.com/handbook/docs/errors?x=1#codes", "/docs/errors?x=1#codes"],
    ["https://preview.example.net/handbook/docs", "/docs"],
    ["/handbook/docs/keys#create", "/docs/keys#create"],
  ])("takes %s as the page %s", (href, expected) => {
    expect(read(href)).toEqual({ kind: "page", href: expected });
  });

  test.each([
    ["https://other.example.org/a", "https://other.example.org/a"],
    ["//other.example.org/a", "https://other.example.org/a"],
    ["https://docs.example.com/blog", "https://docs.example.com/blog"],
    ["/handbook//evil.test/x", "https://preview.example.net/handbook//evil.test/x"],
    ["mailto:help@example.com", "mailto:help@example.com"],
  ])("takes %s as leading elsewhere", (href, expected) => {
    expect(read(href)).toEqual({ kind: "elsewhere", href: expected });
  });

  test.each([
    "javascript:alert(1)",
    " JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "blob:https://docs.example.com/1",
    "vbscript:x",
    "ftp://a/b",
    "https://",
  ])("takes %s for no link", (href) => {
    expect(read(href)).toBeUndefined();
  });
});
