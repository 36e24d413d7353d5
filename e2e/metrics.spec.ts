import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "playwright/test";
import { createKey, findFreePort, startServer, statusOf, stopServer } from "./server.ts";

test("an account token reads the metrics of a server, and its collector gets a span of each request", async () => {
  const spans: string[] = [];
  const collector = createServer(async (request, response) => {
    for await (const chunk of request) spans.push(String(chunk));
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  }).listen(0, "127.0.0.1");
  await once(collector, "listening");
  const data = await mkdtemp(path.join(tmpdir(), "docent-metrics-"));
  const env = {
    ...process.env,
    DOCENT_DATA_DIR: data,
    DOCENT_METRICS: "on",
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_BSP_SCHEDULE_DELAY: "100",
  };
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
    await expect.poll(() => spans.join("")).toContain("/docs");
  } finally {
    await stopServer(server);
    collector.close();
    await rm(data, { recursive: true, force: true });
  }
});

test("without DOCENT_METRICS there is nothing at /metrics", async ({ request }) => {
  expect((await request.get("/metrics")).status()).toBe(404);
});
