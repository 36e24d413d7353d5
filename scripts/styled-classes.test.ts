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

test("a folder that no build reads has the width, the padding and the greys of a page that draws itself", async () => {
  const classes = "max-w-5xl mx-auto px-6 py-16 mb-12 text-gray-500".split(" ");
  const styled = await listStyledClasses({ content: "/other" }, []);
  expect(classes.filter((name) => !styled.includes(name))).toEqual([]);
});
