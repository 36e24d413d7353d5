import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { listAnswers, listAsked } from "../../internal/testing/routing-addresses.ts";
import { SITES } from "../../internal/testing/routing-sites.ts";
import { isReachable } from "../content/check/check-pages.ts";
import { findRedirect } from "../content/model/redirects.ts";
import { splitPath } from "../content/model/urls.ts";
import { decodeText } from "../decode-text.ts";
import { findEngineAnswer, isEnginePath } from "../engine-paths.ts";
import { routePath } from "./routing.ts";

/** The hash of each site's answers. Who changes answers on purpose writes the new ones here, and lists in the commit which lines changed. */
const GOLDEN: Readonly<Record<string, string>> = {
  "en-docs": "1eab0abca96d865d",
  "en-3.x-2.x-docs": "a13be627f6f37471",
  "en-es-docs": "0b8d1264e751b728",
  "en-es-3.x-2.x-docs": "235adfe6694470f7",
  "no-index-docs": "1a8227a54ee34f46",
  "json-everything-docs": "4e0fe722c33cecb1",
  "json-versions-docs": "49b6c2486a59a477",
  "json-languages-docs": "1fcb326fa3d3edc2",
  "json-plain-docs": "696eacede89113e9",
  "json-twice-docs": "e16c5aaba07d04fa",
  "json-circles-docs": "498f69dc3dcc7a20",
  "json-replaced-docs": "f135ec439ae5c9d1",
  "en-root": "4c25326289ab4fe7",
  "en-3.x-2.x-root": "2c4d3446eefa9973",
  "en-es-root": "c016160b88521af8",
  "en-es-3.x-2.x-root": "f014264b4136a384",
  "no-index-root": "0bfd2fbf81af140e",
  "json-everything-root": "675c96f002a74a16",
  "json-versions-root": "2c4e1eb2bbd288b2",
  "json-languages-root": "c331341b4c0e9395",
  "json-plain-root": "384be29d67ae50a8",
  "json-twice-root": "362c98b0fc6836c4",
  "json-circles-root": "d4d7708815ed13c5",
  "json-replaced-root": "8d8b9c6f60999e74",
};

/** The answers of the last run that passed, and beside them those of one that did not. No part of the repository. */
const FOLDER = "test-results/addresses";

test("each made-up site has its answers", () => expect(Object.keys(SITES)).toEqual(Object.keys(GOLDEN)));

test.each(Object.keys(SITES))("every address of the site %s has the answer that it had", async (name) => {
  const lines = listAnswers(await (SITES[name] as (typeof SITES)[string])());
  const hash = createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 16);
  const isSame = hash === GOLDEN[name];
  const last = path.join(FOLDER, `${name}.txt`);
  const before = existsSync(last) ? readFileSync(last, "utf8").split("\n") : [];
  const other = path.join(FOLDER, `${name}.changed.txt`);
  mkdirSync(FOLDER, { recursive: true });
  rmSync(other, { force: true });
  writeFileSync(isSame ? last : other, lines.join("\n"));
  const changed = lines.filter((line) => !before.includes(line)).slice(0, 20);
  expect({ hash, changed: isSame ? [] : changed }).toEqual({ hash: GOLDEN[name], changed: [] });
});

describe.each(Object.keys(SITES))("on the site %s", async (name) => {
  const { site, redirects } = await (SITES[name] as (typeof SITES)[string])();
  const asked = listAsked({ site, redirects }).filter((address) => !/.\/$/.test(address));

  const routeOf = (address: string) => routePath(site, address, { redirects });

  /** Follows redirects as a browser does, and returns the last address that nothing answers; undefined where a reader gets something. */
  const lostAt = (address: string, hops = 0): string | undefined => {
    const route = routeOf(address);
    if (route.kind === "missing") return findEngineAnswer(address) === undefined ? address : undefined;
    if (route.kind !== "redirect" || /^https:/.test(route.to)) return undefined;
    return hops < 10 ? lostAt(splitPath(route.to).path, hops + 1) : address;
  };

  // What the configuration leads to is checked where it is written.
  const isConfigured = (address: string) => !isEnginePath(address) && findRedirect(redirects, address) !== undefined;
  const ofContent = asked.filter((address) => {
    const route = routeOf(address);
    return !isConfigured(address) && !(route.kind === "redirect" && isConfigured(route.to));
  });

  test("check says of each address what a reader gets", () => {
    const isChecked = (address: string) => isReachable(site, decodeText(address) ?? address, { hasPublicFile: () => false });
    expect(ofContent.filter((address) => isChecked(address) !== (lostAt(address) === undefined))).toEqual([]);
  });

  test("no redirect ends at an address below /docs, or of the engine, that nothing answers", () => {
    const redirected = ofContent.filter((address) => routeOf(address).kind === "redirect");
    const ends = redirected.map((address) => [address, lostAt(address) ?? ""] as const);
    const isOwn = (end: string) => /^(?:\/[a-z]{2})?\/docs(?:\/|$)/.test(end) || isEnginePath(end);
    expect(ends.filter(([, end]) => isOwn(end))).toEqual([]);
  });
});
