import { expect, test } from "vitest";
import { listStyledClasses } from "./styled-classes.ts";

test("a build's sheet has the usual classes, those of its content, and of a folder that it does not read none", async () => {
  const text = '<div className="mt-[7px] flex">x</div>';
  const [own, other] = [
    await listStyledClasses({ content: "content" }, [text]),
    await listStyledClasses({ content: "/other" }, [text]),
  ];
  expect([own, other].map((classes) => [classes.includes("md:grid-cols-3"), classes.includes("mt-[7px]")])).toEqual([
    [true, true],
    [true, false],
  ]);
});
