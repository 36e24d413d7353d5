import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "playwright/test";
import { createKey, findFreePort, startServer, statusOf, stopServer } from "./server.ts";

test("an account token reads the metrics of a server, and the fork's own code runs at its start and its end", async () => {
  const data = await mkdtemp(path.join(tmpdir(), "docent-metrics-"));
  const diary = path.join(data, "diary");
  const env = { ...process.env, DOCENT_DATA_DIR: data, DOCENT_METRICS: "on", HARBOR_DIARY: diary };
  const token = await createKey(["--kind", "account"], env);
  const server = await startServer(await findFreePort(), env);
  try {
    expect(await statusOf(server, "/docs")).toBe(200);
    expect(await statusOf(server, "/metrics")).toBe(401);
    const read = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    expect(read.headers.get("content-type")).toContain("application/openmetrics-text");
    const text = await read.text();
    expect(text).toMatch(/^docent_http_request_duration_seconds_count\{route="page",method="GET",status="200"\} \d+$/m);
    expect(text).toMatch(/^docent_content_generation [1-9]/m);
    expect(text).toMatch(/# EOF\n$/);
    expect(await readFile(diary, "utf8")).toBe("begins\n");
    await stopServer(server);
    expect(await readFile(diary, "utf8")).toBe("begins\nends\n");
  } finally {
    await stopServer(server);
    await rm(data, { recursive: true, force: true });
  }
});

test("without DOCENT_METRICS there is nothing at /metrics", async ({ request }) => {
  expect((await request.get("/metrics")).status()).toBe(404);
});
