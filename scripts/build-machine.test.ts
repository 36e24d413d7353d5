import { expect, test } from "vitest";
import { countWorkers } from "./build-machine.ts";

test.each([
  ["a core each", { cores: 2, megabytes: 4_096, pages: 5_000 }, 2],
  ["and on a small machine", { cores: 2, megabytes: 2_048, pages: 500 }, 2],
  ["one where memory holds the site once", { cores: 2, megabytes: 4_096, pages: 20_000 }, 1],
  ["as many as memory holds", { cores: 8, megabytes: 8_192, pages: 20_000 }, 4],
  ["one at least", { cores: 2, megabytes: 512, pages: 20_000 }, 1],
])("pages are rendered by %s", (_, machine, workers) => expect(countWorkers(machine)).toBe(workers));
