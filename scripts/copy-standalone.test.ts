import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { makeFolder } from "../internal/testing/folder.ts";
import { guard } from "./copy-standalone.ts";

const folder = makeFolder();
beforeAll(() => {
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(path.join(folder, "server.js"), guard("./server.main.js"));
  writeFileSync(path.join(folder, "server.main.js"), 'console.log("goes on");');
});

test.each([
  ["22.17.1", 1, "", "Docent needs Node 22.18 or newer, and this is v22.17.1. It is tested with Node 24.\n"],
  ["18.20.0", 1, "", "Docent needs Node 22.18 or newer, and this is v18.20.0. It is tested with Node 24.\n"],
  ["22.18.0", 0, "goes on\n", ""],
  ["26.0.0", 0, "goes on\n", ""],
])("under Node %s the server of a folder without the sources ends with %i", (version, status, stdout, stderr) => {
  const pretend = `Object.defineProperty(process.versions,"node",{value:"${version}"});Object.defineProperty(process,"version",{value:"v${version}"})`;
  const preload = `data:text/javascript,${encodeURIComponent(pretend)}`;
  const ran = spawnSync(process.execPath, ["--import", preload, "server.js"], { cwd: folder, encoding: "utf8" });
  expect(ran).toMatchObject({ status, stdout, stderr });
});
