import { expect, test } from "vitest";
import { idIn } from "./field-loader.tsx";

test.each([
  ["", ""],
  ["#body-ship", "body-ship"],
  ["#body-%C3%A4", "body-ä"],
  ["#%E0%A4%A", "%E0%A4%A"],
  ["#100%", "100%"],
])("the end of an address %j names %j, and none stops the page", (hash, id) => expect(idIn(hash)).toBe(id));
