import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { listAnswers } from "./testing-addresses.ts";
import { SITES } from "./testing-sites.ts";

/** The hash of each site's answers. Who changes answers on purpose writes the new ones here, and lists in the commit which lines changed. */
const GOLDEN: Readonly<Record<string, string>> = {
  "en-docs": "99133c9dc1911aa2",
  "en-3.x-2.x-docs": "c2d03db3fb8b0173",
  "en-es-docs": "90eac3678d023bb8",
  "en-es-3.x-2.x-docs": "43d27d4e31172a5f",
  "no-index-docs": "210b70053c1fb1c7",
  "json-everything-docs": "65d7f8ca8b2a308d",
  "json-versions-docs": "ffdc37cf7402c6b7",
  "json-languages-docs": "377c52c87096cd52",
  "json-plain-docs": "a96a15232c2fbef9",
  "json-twice-docs": "c704304b0559b521",
  "json-circles-docs": "9a4848e14a5db75f",
  "json-replaced-docs": "d8d64399d63b5117",
  "en-root": "33b162f0c3e14bbf",
  "en-3.x-2.x-root": "836ae054555f825f",
  "en-es-root": "d12d8bc748d045bb",
  "en-es-3.x-2.x-root": "ef53192a1ebdd5d0",
  "no-index-root": "9e6083f74b310c47",
  "json-everything-root": "d05010b4b7e3a297",
  "json-versions-root": "7103b8aa4d8a197a",
  "json-languages-root": "49fcb382e6364e02",
  "json-plain-root": "433830581630e661",
  "json-twice-root": "ca1913b8602fee2b",
  "json-circles-root": "3de663159ebb92f1",
  "json-replaced-root": "0f05998b14a5747f",
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
