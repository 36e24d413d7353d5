import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { eachStore } from "@/internal/testing/db.ts";
import { listen } from "@/internal/testing/http-server.ts";
import { createTestProject, type TestProject } from "@/internal/testing/updates.ts";
import { toToken } from "@/lib/auth/credential.ts";
import { createKey, forgetKeys } from "@/lib/auth/keys.ts";
import { clearFullBuckets, consume, giveBack, listCounts } from "@/lib/limits/limits.ts";
import { replaceLogSink } from "@/lib/log.ts";
import { GIVEN_FOLDER } from "@/lib/site/stored/generations.ts";
import { claimJob, enqueueJob } from "@/lib/updates/jobs.ts";
import { runWaitingJobs, UpdateAccepted, UpdateStatus } from "@/lib/updates/updates.ts";
import * as triggerRoute from "./update/[projectId]/route.ts";
import * as statusRoute from "./update-status/[statusId]/route.ts";

const files = { "index.mdx": "# Pets\n" };
const accountKey = { name: "CI", addresses: [], origins: [], expiresAt: null, kind: "account", project: null } as const;
const limits = { updatesPerProjectPerHour: 3 };

eachStore((store) => {
  let project: TestProject;
  let account: string;
  let restoreLog: () => void;

  beforeEach(async () => {
    restoreLog = replaceLogSink(() => {});
    project = await createTestProject({ files, config: { limits } });
    account = toToken(await createKey({ ...accountKey, organisation: "pets" }));
  });
  afterEach(async () => {
    await runWaitingJobs();
    await project.remove();
    restoreLog();
    forgetKeys();
    clearFullBuckets();
    const { database, counters } = store();
    for (const table of ["jobs", "generations", "keys"] as const) await database.deleteFrom(table).execute();
    await counters.deleteFrom("counters").execute();
  });

  const bearer = (token: string | undefined): HeadersInit => (token ? { authorization: `Bearer ${token}` } : {});
  const trigger = (projectId = "pets", token: string | undefined = account) =>
    triggerRoute.POST(
      new Request(`http://localhost/v1/project/update/${projectId}`, { method: "POST", headers: bearer(token), body: "ignored" }),
      { params: Promise.resolve({ projectId }) },
    );
  const status = (statusId: string, token: string | undefined = account) =>
    statusRoute.GET(new Request(`http://localhost/v1/project/update-status/${statusId}`, { headers: bearer(token) }), {
      params: Promise.resolve({ statusId }),
    });

  test("a trigger answers 202 with the statusId of an update that ends", async () => {
    await project.titleOf("");
    await project.write({ "new.mdx": "# New\n" });
    const response = await trigger();
    expect(response.status).toBe(202);
    const { statusId } = UpdateAccepted.strict().parse(await response.json());
    await runWaitingJobs();
    const state = UpdateStatus.strict().parse(await (await status(statusId)).json());
    expect(state).toMatchObject({ statusId, status: "success", changes: { added: ["/docs/new"], modified: [], removed: [] } });
  });

  test("twelve triggers at once while another update runs start one, which is charged once", async () => {
    const { database } = store();
    const line = { project: "pets", line: GIVEN_FOLDER };
    await enqueueJob(database, line, Date.now());
    await claimJob(database, { owner: "another process", lines: [line] }, Date.now());
    const responses = await Promise.all(Array.from({ length: 12 }, () => trigger()));
    expect(responses.map((response) => response.status)).toEqual(Array(12).fill(202));
    const ids = await Promise.all(responses.map(async (response) => UpdateAccepted.parse(await response.json()).statusId));
    expect(new Set(ids).size).toBe(1);
    const later = UpdateAccepted.parse(await (await trigger()).json());
    expect(later.statusId).toBe(ids[0]);
    const counts = await listCounts();
    expect(counts.filter(({ bucket }) => bucket === "update:pets").map(({ count }) => count)).toEqual([1]);
  });

  test("a charge of a trigger that another instance overtook is given back", async () => {
    const bucket = { policy: "update", bucket: "update:pets", quota: 3, window: "hour" } as const;
    await consume([bucket]);
    await giveBack([bucket], Date.now());
    await giveBack([bucket], Date.now());
    const counts = await listCounts();
    expect(counts.filter(({ bucket: name }) => name === "update:pets").map(({ count }) => count)).toEqual([0]);
  });

  test("a project takes as many updates in an hour as configured, then 429 with the time to wait", async () => {
    for (let accepted = 0; accepted < limits.updatesPerProjectPerHour; accepted++) {
      expect((await trigger()).status).toBe(202);
      await runWaitingJobs();
    }
    const refused = await trigger();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: "limit_exceeded" });
  });

  test("an unknown update is not found", async () => {
    const response = await status("up_0");
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "not_found", detail: "There is no update with this statusId here." });
  });

  test("an update is refused to an account token of another organisation in the same words as an unknown one", async () => {
    const foreign = toToken(await createKey({ ...accountKey, organisation: "cats" }));
    const { statusId } = await (await trigger()).json();
    const [known, unknown] = [await status(statusId, foreign), await status("up_0", foreign)];
    expect([known.status, unknown.status, (await status(statusId)).status]).toEqual([403, 403, 200]);
    const words = { code: "forbidden", detail: "The token belongs to another organisation." };
    expect(await known.json()).toMatchObject(words);
    expect(await unknown.json()).toMatchObject(words);
  });

  describe("scripts/ci/update-docs.sh", () => {
    const run = async (token = account, basePath = "") => {
      const server = await listen(async ({ method, url = "", headers }, answer) => {
        if (!url.startsWith("/v1/")) return answer.writeHead(404).end("<html>Not found</html>");
        const request = new Request(`http://localhost${url}`, { method: method as string, headers: headers as HeadersInit });
        const [, projectOf] = /^\/v1\/project\/update\/([^/]+)$/.exec(url) ?? [];
        const [, statusOf = ""] = /^\/v1\/project\/update-status\/([^/]+)$/.exec(url) ?? [];
        const response = projectOf
          ? await triggerRoute.POST(request, { params: Promise.resolve({ projectId: projectOf }) })
          : await statusRoute.GET(request, { params: Promise.resolve({ statusId: statusOf }) });
        answer.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
      });
      const env = {
        PATH: process.env.PATH,
        DOCENT_URL: `http://${server.host}${basePath}/`,
        DOCENT_PROJECT: "pets",
        DOCENT_TOKEN: token,
      } as unknown as NodeJS.ProcessEnv;
      try {
        const { stdout, stderr } = await promisify(execFile)("sh", ["scripts/ci/update-docs.sh"], { env });
        return { code: 0, stdout, stderr };
      } catch (failure) {
        return failure as { code: number; stdout: string; stderr: string };
      } finally {
        await server.close();
      }
    };

    test("triggers, prints the log and ends with 0 when the change is live", async () => {
      await project.titleOf("");
      await project.write({ "new.mdx": "# New\n" });
      const { code, stdout } = await run();
      expect(code).toBe(0);
      expect(stdout.trim().split("\n")).toEqual([
        expect.stringMatching(/^Update up_[0-9a-f]{32}$/),
        "2/4 Checking 2 files of content.",
        "3/4 Preparing the search of 2 passages.",
        "4/4 Saving.",
        expect.stringMatching(/^Saved as generation \d+\.$/),
        "Live here; other instances follow within 5 seconds.",
        "Live: 1 page added.",
      ]);
      expect(await project.titleOf("new")).toBe("New");
    });

    test("prints the reason once and ends with 1 when the update fails", async () => {
      await project.titleOf("");
      await project.write({ "new.mdx": '# New\n\n<Card title="a">\n' });
      const { code, stdout, stderr } = await run();
      expect(code).toBe(1);
      expect(stderr).toMatch(/^Failed: new\.mdx:3/);
      expect(stdout.trim().split("\n").slice(1)).toEqual(["2/4 Checking 2 files of content."]);
    });

    test("prints the refusal and ends with 2 when it may not ask", async () => {
      const { code, stdout, stderr } = await run("nobody");
      expect(code).toBe(2);
      expect(stderr).toMatch(/^The update was refused \(401\): \S/);
      expect(stdout + stderr).not.toContain("nobody");
    });

    test("says what an address lacks that has no Docent", async () => {
      const { code, stderr } = await run(account, "/elsewhere");
      expect(code).toBe(2);
      expect(stderr).toMatch(
        /^The update was refused \(404\): there is no Docent at http:\S+\. A site below a path needs that path/,
      );
    });
  });
});
