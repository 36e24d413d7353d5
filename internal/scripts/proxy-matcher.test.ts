import { expect, test } from "vitest";
import { ENGINE_ROUTES } from "../../lib/engine-paths.ts";
import { config } from "../../proxy.ts";
import { toMatcher } from "./proxy-matcher.ts";

test("the proxy is left out for the endpoints that engine-paths.ts lists; node internal/scripts/proxy-matcher.ts writes them", () => {
  expect(config.matcher).toEqual([toMatcher(ENGINE_ROUTES)]);
});
