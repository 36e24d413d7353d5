import { expect, test } from "vitest";
import { CLASS_FAMILIES, splitClasses } from "./safe-classes.ts";

test.each([
  "flex flex-col items-center gap-4 md:grid-cols-2 grid inline-flex flex-1 shrink-0 space-y-4",
  "p-4 px-3.5 mx-auto mt-1.5 mb-12 w-full max-w-3xl h-6 w-1/2 size-4 aspect-video object-cover overflow-hidden",
  "block dark:hidden sm:hover:underline max-md:hidden group-hover:text-primary dark:hover:bg-zinc-800/50",
  "text-sm text-gray-500 dark:text-white/70 font-semibold tracking-tight leading-relaxed uppercase truncate list-disc",
  "rounded-xl border border-gray-200 border-t-2 dark:border-white/10 shadow-sm bg-gradient-to-r from-blue-500 to-sky-300",
  "bg-white dark:bg-[#1A1D21] text-[#fff] not-prose card language-ts contains-task-list !p-4 p-4! opacity-80 transition-colors duration-200 cursor-pointer",
])("classes of looks and of places in the flow are kept: %s", (classes) =>
  expect(splitClasses(classes)).toEqual({ safe: classes, unsafe: [] }),
);

test.each([
  ...["fixed", "absolute", "sticky", "inset-0", "-inset-x-4", "top-0", "-top-14", "left-1/2", "z-60", "-z-10", "-mt-96", "-m-4"],
  ...[
    "-space-y-4",
    "translate-x-4",
    "-translate-y-[200%]",
    "scale-150",
    "opacity-0",
    "sm:fixed",
    "!fixed",
    "fixed!",
    "dark:!absolute",
  ],
  ...["[&_a]:fixed", "before:fixed", "hover:absolute", "group-hover:sticky"],
])("what moves a box is refused and named: %s", (name) =>
  expect(splitClasses(`flex ${name}`)).toEqual({ safe: "flex", unsafe: expect.arrayContaining([name]) }),
);

test.each([
  ...[
    "relative",
    "h-screen",
    "w-screen",
    "min-h-dvh",
    "h-[100vh]",
    "pointer-events-none",
    "isolate",
    "[position:fixed]",
    "anchored",
  ],
  ...[
    "my-box",
    "heading-link",
    "card-picture",
    "code-ask",
    "peer",
    "has-checked:flex",
    "data-open:flex",
    "text-[15px]",
    "bg-[url(x)]",
  ],
  ...["language-", "language-x y;", "text-white/x", "opacity-5", "constructor", "__proto__"],
])("any other name is left out: %s", (name) => expect(splitClasses(name).safe.split(" ")).not.toContain(name));

test("the table holds names alone, each in one family", () => {
  const texts = Object.values(CLASS_FAMILIES).flat().join(" ");
  expect(texts).toMatch(/^[a-z0-9 {},./-]+$/i);
  expect(texts).not.toMatch(/(?:^| )(?:\{[^}]*\b)?(?:fixed|absolute|sticky|relative|inset|z-|pointer-events|isolate)/);
});

test("a long attribute costs no more than its length", () => {
  const classes = "a:b:c-d/e ".repeat(100_000);
  expect(splitClasses(classes).safe).toBe("");
});
