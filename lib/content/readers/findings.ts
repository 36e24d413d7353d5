import { errorIn, type Finding, warningIn } from "../../finding.ts";
import { isObject } from "../../openapi/description/json.ts";
import { readersOf } from "../docs-json/closed-nodes.ts";
import { readJsonSource } from "../docs-json/docs-json.ts";
import { splitPath } from "../model/urls.ts";
import { readersOfFolder, readersOfPage } from "../site/closed.ts";
import { createMetaPlaces } from "../site/folder-meta.ts";
import { type Audience, findPageAt } from "../site/site.ts";
import type { Whole } from "./files-for.ts";
import { type Access, createFileRules, mayRead, PUBLIC, type ReadRule, toAudience } from "./rules.ts";

const MAX_FINDINGS = 100;

/**
 * Lists what is wrong with the readers that content names: groups that no setting has, which are for nobody, pages that cannot be open as
 * they say, and links of open pages to closed ones, whose address every reader of the page learns.
 */
export function listReaderFindings(whole: Whole): Finding[] {
  return [...unknownGroups(whole), ...uselessMarks(whole), ...linksToClosed(whole)].slice(0, MAX_FINDINGS);
}

function unknownGroups({ files, places, access }: Whole): Finding[] {
  const ofPages = places.flatMap(({ file }) => {
    const { groups, names = groups, isDraft, at } = readersOfPage(file);
    const unknown = isDraft ? [] : groups.filter((name) => !access.groups.includes(name));
    return unknown.length > 0 ? [errorIn(file.path, describeUnknown(names, access), at("groups"))] : [];
  });
  const ofFolders = files.files.flatMap((file) => {
    if (!/(?:^|\/)meta\.json$/.test(file.path)) return [];
    const unknown = readersOfFolder(file).filter((name) => !access.groups.includes(name));
    return unknown.length > 0
      ? [errorIn(file.path, describeUnknown(unknown, access), createMetaPlaces(file.text)(["groups"]))]
      : [];
  });
  return [...ofPages, ...ofFolders, ...unknownInNavigation(files.files, access)];
}

function unknownInNavigation(files: Whole["files"]["files"], access: Access): Finding[] {
  const file = files.find(({ path }) => path === "docs.json");
  if (!file) return [];
  const { value, locate } = readJsonSource(file, new Map(files.map((each) => [each.path, each])));
  const findings: Finding[] = [];
  const walk = (node: unknown, keys: readonly PropertyKey[]): void => {
    if (isObject(node)) {
      const unknown = readersOf(node.groups).filter((name) => !access.groups.includes(name));
      if (unknown.length > 0) findings.push({ ...errorIn("", describeUnknown(unknown, access)), ...locate([...keys, "groups"]) });
    }
    const children = Array.isArray(node) ? [...node.entries()] : isObject(node) ? Object.entries(node) : [];
    for (const [name, child] of children) walk(child, [...keys, name]);
  };
  walk(isObject(value) ? value.navigation : undefined, ["navigation"]);
  return findings;
}

function describeUnknown(names: readonly string[], { groups }: Access): string {
  if (names.length === 0) return "groups: the front matter cannot be read, so nobody may read this page. Correct it.";
  const unknown = names.filter((name) => !groups.includes(name)).map((name) => JSON.stringify(name.slice(0, 60)));
  const known = groups.length > 0 ? `it has ${groups.join(", ")}` : "it has none";
  return `groups: access.groups of docent.config.ts has no ${unknown.join(", ")} (${known}), so nobody in it reads this. Correct the name, or add it there.`;
}

function uselessMarks({ files, places, access }: Whole): Finding[] {
  const rules = createFileRules(files.files, access);
  const folders = createFileRules(files.files, { ...access, readers: "everyone" });
  return places.flatMap(({ file }) => {
    const { groups, isPublic, at } = readersOfPage(file);
    if (isPublic !== true) return [];
    if (groups.length > 0 || folders.ofPath(file.path).length > 0)
      return [
        errorIn(file.path, "public: the page is below groups, which stay closed. Take public out, or the groups.", at("public")),
      ];
    if (access.readers === "everyone" && rules.ofPage(file).length === 0)
      return [warningIn(file.path, "public has no effect: everyone reads this site.", at("public"))];
    return [];
  });
}

function linksToClosed({ files, places, access, site }: Whole): Finding[] {
  const rules = createFileRules(files.files, access);
  const ruleOf = new Map(places.map(({ file }) => [file.path, rules.ofPage(file)]));
  const audiences = [PUBLIC, ...[[], ...access.groups.map((name) => [name])].map((names) => toAudience(access, names))];
  const readers = (rule: ReadRule) => new Set(audiences.filter((audience) => mayRead(rule, audience)));
  return site.pages.flatMap((page) => {
    const rule = page.file === null ? undefined : ruleOf.get(page.file);
    if (page.file === null || !rule) return [];
    const own = readers(rule);
    const targets = new Set([...Object.values(page.links), ...[...page.source.matchAll(LINK)].map(([, url = ""]) => url)]);
    return [...targets].flatMap((url) => {
      const target = findPageAt(site, splitPath(url).path)?.page;
      const closed = target?.file && target.file !== page.file ? ruleOf.get(target.file) : undefined;
      const left = closed ? [...own].filter((audience) => !mayRead(closed, audience)) : [];
      return left.length > 0 ? [warningIn(page.file as string, describeLink(url, left))] : [];
    });
  });
}

const LINK = /(?:\]\(|href=["'])(\/[^)\s"'#]+)/g;

function describeLink(url: string, left: readonly Audience[]): string {
  const whom = left.some(({ isSignedIn }) => !isSignedIn) ? "readers who are not signed in" : "some readers of this page";
  return `The link to ${url} leads to a page that ${whom} may not read: they learn its address, and get 404.`;
}
