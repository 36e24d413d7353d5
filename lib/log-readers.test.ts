import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";

const PROGRAM = `
import { log, outliveReaders } from ${JSON.stringify(new URL("./log.ts", import.meta.url).href)};
process.on("uncaughtException", (thrown) => console.error(thrown));
outliveReaders();
process.on("message", () => {
  log("info", "nobody reads this");
  console.log("nor this");
  // Called once each line before it has failed.
  process.stdout.write("", () => process.stderr.write("", () => process.send("alive")));
});
process.send("ready");
`;

test("a process whose output is no longer read keeps running", async () => {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", PROGRAM], { stdio: ["ignore", "pipe", "pipe", "ipc"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exited = once(child, "exit");
  await once(child, "message");
  child.stdout?.destroy();
  child.stderr?.destroy();
  for (const _ of [1, 2]) {
    child.send("write");
    expect((await once(child, "message"))[0]).toBe("alive");
  }
  child.disconnect();
  expect(await exited).toEqual([0, null]);
});
