import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";

/** Gives a process a disk of 16 MB that ends with it, where the system allows that. */
const onSmallDisk = ["-rm", "sh", "-c", 'mount -t tmpfs -o size=16m none "$0" && exec "$@" "$0"'];
const canMount = spawnSync("unshare", ["-rm", "true"]).status === 0;

test.runIf(canMount)(
  "on a disk that is really full threads can be deleted, also after a start, and what that frees is used again",
  async () => {
    const disk = await mkdtemp(path.join(tmpdir(), "docent-disk-"));
    const script = path.resolve("lib/assistant/testing-full-disk.ts");
    const { stdout, stderr } = spawnSync("unshare", [...onSmallDisk, disk, process.execPath, script], { encoding: "utf8" });
    await rm(disk, { recursive: true });
    expect(stdout && JSON.parse(stdout), stderr).toEqual({
      refused: true,
      full: "disk_full",
      deletions: ["deleted", "deleted", "deleted"],
      savedAgain: "saved",
      answered: "answered",
      kept: true,
      afterStart: "deleted",
      roomAgain: "saved",
      answeredAgain: "answered",
    });
  },
);
