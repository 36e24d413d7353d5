import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PageDescription } from "./docs.tsx";

test("the description of a page has its code as code", () =>
  expect(renderToStaticMarkup(<PageDescription text="What `Player.Root` *does*" />)).toContain(
    "What <code>Player.Root</code> <em>does</em>",
  ));
