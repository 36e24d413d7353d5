import { expect, test } from "vitest";
import { findDrawnNames, readDrawnNames } from "./drawn-names.ts";

test.each([
  [
    "in its object",
    "export default { components: { Plan: ({ n }: { n: string }) => <b>{n}</b>, Seal } } satisfies SiteUi;",
    ["Plan", "Seal"],
  ],
  [
    "of constants",
    'const more = { "Fee": () => null };\nexport const components = { ...more, Plan };\nexport default { components };',
    ["Fee", "Plan"],
  ],
  ["of a constant that is exported", "const ui = { components: { Plan } } as const;\nexport default ui;", ["Plan"]],
  ["and none from elsewhere", 'import * as all from "./all.tsx";\nexport default { components: { ...all, Plan } };', ["Plan"]],
  ["or none", "export default { slots: {} };", []],
])("the names of the drawn components are read %s", (_, source, names) => expect(findDrawnNames(source)).toEqual(names));

test("a folder without a site/ui.tsx draws none", () => expect(readDrawnNames("/nowhere")).toEqual([]));
