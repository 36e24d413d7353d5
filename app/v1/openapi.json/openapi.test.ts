import { expect, test, vi } from "vitest";
import { replaceSettings } from "@/internal/testing/config.ts";
import { GET } from "./route.ts";

const builds = vi.hoisted(() => ({ count: 0 }));
vi.mock("@/lib/api-description/api-description.ts", async (original) => {
  const { describeApi } = await original<typeof import("@/lib/api-description/api-description.ts")>();
  const counted = () => {
    builds.count += 1;
    return describeApi();
  };
  return { describeApi: counted };
});

const read = async () => {
  const response = await GET(new Request("http://docs.test/v1/openapi.json"), { params: Promise.resolve({}) });
  expect(response.headers.get("content-type")).toBe("application/json");
  return (await response.json()) as { servers: { url: string }[] };
};

const settings = (siteUrl: string) => ({
  logs: { requests: false },
  organisation: { id: "acme", name: "Acme" },
  projects: [{ id: "docs", domain: "docs", name: "Docs", siteUrl, content: "content" }],
});

test("the API description is made once for each configuration", async () => {
  for (const url of ["https://one.test", "https://two.test"]) {
    const restore = replaceSettings(settings(url), {});
    builds.count = 0;
    expect((await read()).servers).toEqual([{ url }]);
    expect((await read()).servers).toEqual([{ url }]);
    expect(builds.count).toBe(1);
    restore();
  }
});
