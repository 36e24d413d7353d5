import { expect, test } from "vitest";
import { makeFolder } from "../internal/testing/folder.ts";
import { withBuildServer } from "./build-server.ts";
import { UsageError } from "./command-line.ts";

test("a folder without a build is the caller's mistake, which a command says in a line", async () => {
  const started = withBuildServer({ folder: makeFolder() }, async () => {});
  await expect(started).rejects.toThrow(new UsageError("There is no build; run `npm run build` first."));
  await expect(started).rejects.toBeInstanceOf(UsageError);
});
