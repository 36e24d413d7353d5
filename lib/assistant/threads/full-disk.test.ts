import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../../internal/testing/folder.ts";

/** Gives a process a disk of 16 MB that ends with it, where the system allows that. */
const onSmallDisk = ["-rm", "sh", "-c", 'mount -t tmpfs -o size=16m none "$0" && exec "$@" "$0"'];
const canMount = spawnSync("unshare", ["-rm", "true"]).status === 0;

test.runIf(canMount)(
  "on a disk that is really full messages are refused and none is lost, and with room they are stored again, also after a start",
  async () => {
    const disk = makeFolder();
    const script = path.resolve("internal/testing/assistant-full-disk.ts");
    const { stdout, stderr } = spawnSync("unshare", [...onSmallDisk, disk, process.execPath, script], { encoding: "utf8" });
    expect(stdout && JSON.parse(stdout), stderr).toEqual({
      refused: true,
      full: "disk_full",
      refusedAgain: true,
      kept: true,
      roomAgain: "saved",
      deleted: "deleted",
      keptAfterStart: true,
    });
  },
);
