import { expect, test } from "vitest";
import { replaceSettings } from "../../../internal/testing/config.ts";
import { readCheckOptions } from "./app-routes.ts";

test("a path that the configuration leads elsewhere is known, by its own name or by a pattern", async () => {
  const restore = replaceSettings({
    organisation: { id: "acme", name: "Acme" },
    projects: [{ id: "docs", domain: "docs", name: "Docs" }],
    redirects: [
      { from: "/old", to: "/docs" },
      { from: "/blog/:slug", to: "/docs/:slug" },
      { from: "/guides/:path*", to: "/docs/:path*" },
    ],
  });
  try {
    const { isRedirected } = await readCheckOptions();
    const paths = ["/old", "/blog/first", "/guides", "/guides/a/b", "/older", "/blog", "/blog/a/b"];
    expect(paths.filter((path) => isRedirected?.(path))).toEqual(["/old", "/blog/first", "/guides", "/guides/a/b"]);
  } finally {
    restore();
  }
});
