import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { listShownIcons } from "../../lib/content/check/check.ts";
import { listFontAwesomeNames, toLucideName } from "../../lib/content/components/icon-names.ts";
import { hasIcon, Icon } from "./icon.tsx";

test("every icon of Lucide and of the brands can be shown, by each of its names, and the check knows them", () => {
  const names = [...listShownIcons()];
  expect(names.length).toBeGreaterThan(2500);
  expect(names).toEqual(expect.arrayContaining(["rocket", "github", "js", "golang", "x-twitter"]));
  expect(names.filter((name) => !hasIcon(name))).toEqual([]);
});

test("a Font Awesome name shows Lucide's drawing of the same thing", () =>
  expect(renderToStaticMarkup(<Icon icon="magnifying-glass" />)).toBe(renderToStaticMarkup(<Icon icon="search" />)));

test.each([
  ["microchip-ai", "microchip"],
  ["file-circle-plus", "file"],
  ["face-grin-stars", "smile"],
  ["rotate-right", "rotate-cw"],
  ["traffic-light", "traffic-cone"],
  ["bell-slash", "bell-off"],
  ["microphone-slash", "mic-off"],
  ["font-awesome", "font-awesome"],
  ["MessageSquareText", "message-square-text"],
  ["Undo2", "undo-2"],
  ["BookOpenOutline", "book-open"],
])("%s is shown as %s", (name, shown) => {
  expect(renderToStaticMarkup(<Icon icon={name} />)).toMatch(/^<svg/);
  expect(renderToStaticMarkup(<Icon icon={name} />)).toBe(renderToStaticMarkup(<Icon icon={shown} />));
});

test.each(["plane-slash", "slash-", "-slash", `${"rocket-".repeat(20)}a`])("%s is not shown as something else", (name) =>
  expect(renderToStaticMarkup(<Icon icon={name} />)).toBe(""),
);

test("every Font Awesome name has a drawing of Lucide", () => {
  const names = [...listFontAwesomeNames()];
  expect(names.length).toBeGreaterThan(400);
  expect(names.filter((name) => !listShownIcons().has(toLucideName(name)))).toEqual([]);
});

test.each(["github", "GitHub", "Rocket", "aws", "slack", "diagram-project", "rocket-launch"])(
  "%s, in any case, is an icon",
  (name) => {
    expect(renderToStaticMarkup(<Icon icon={name} />)).toMatch(/^<svg[^>]*aria-hidden="true"/);
  },
);

test("an icon may be a picture", () => {
  expect(renderToStaticMarkup(<Icon icon="/logo.svg" />)).toContain('<img class="icon" src="/logo.svg" alt=""');
  expect(renderToStaticMarkup(<Icon icon="https://pictures.example/x.svg" />)).toContain('src="https://pictures.example/x.svg"');
});

test.each(["", "rocket-", "icon", "lucide-provider", "lucide-rocket", "constructor", "__proto__", "no-such-icon"])(
  "%j is not an icon",
  (name) => {
    expect(hasIcon(name)).toBe(false);
    expect(renderToStaticMarkup(<Icon icon={name} />)).toBe("");
  },
);
