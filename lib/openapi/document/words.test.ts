import { expect, test } from "vitest";
import { titleOfName, titleOfTag } from "./words.ts";

test.each([
  ["connectCoreV1DeleteNamespacedPodProxy", "Connect core v1 delete namespaced pod proxy"],
  ["list_user-pets", "List user pets"],
  ["repos/create", "Repos create"],
  ["getAPIKeyURLs", "Get API key URLs"],
  ["Get a pet", "Get a pet"],
  ["listPetIds", "List pet IDs"],
  ["getConstructor", "Get constructor"],
])("the id %s is the title %s", (id, title) => expect(titleOfName(id)).toBe(title));

test("a tag is a title as it is, but for names of programs", () => {
  expect(["agent-tasks", "core_v1", "pet", "iOS", "Admin tools"].map(titleOfTag)).toEqual([
    "Agent tasks",
    "Core v1",
    "Pet",
    "iOS",
    "Admin tools",
  ]);
});
