import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { docsMessages } from "../../lib/i18n/messages.ts";
import { mediaIn } from "./media.tsx";

vi.mock("../../lib/config/config.ts", async (load) => {
  const actual = await load<typeof import("../../lib/config/config.ts")>();
  const config = { ...actual.getConfig(), images: { allow: ["film.example"] }, embeds: { allow: ["player.example"] } };
  return { ...actual, getConfig: () => config };
});

const { video, audio, source, iframe } = mediaIn(docsMessages("en"));
const show = renderToStaticMarkup;

test("films and sounds of a host that images may come from are played", () => {
  expect(show(createElement(video, { src: "https://film.example/a.mp4" }))).toContain('<video src="https://film.example/a.mp4"');
  const form = createElement(source, { src: "https://film.example/b.mp3" });
  expect(show(createElement(audio, null, form))).toContain('<audio><source src="https://film.example/b.mp3"');
});

const title = "A tour";
test.each([
  [(src: string) => createElement(video, { src, title }), "https://player.example/a.mp4", "Video", "player.example"],
  [(src: string) => createElement(audio, { src, title }), "https://film.example.net/a.mp3", "Audio", "film.example.net"],
  [(src: string) => createElement(iframe, { src, title }), "https://film.example/embed", "Embedded page", "film.example"],
])("what a page may not show is a link that says what it is and where it leads", (element, src, kind, host) => {
  const html = show(element(src));
  expect(html).toContain(`<a class="outside-link" href="${src}" rel="noopener"><b>${kind}</b> A tour <small>${host}</small>`);
});

test.each([
  [{}, 'style="aspect-ratio:16/9"'],
  [{ height: "400" }, 'height="400"'],
  [
    { className: "aspect-square", style: { position: "absolute" as const } },
    'style="aspect-ratio:16/9;position:absolute" class="aspect-square"',
  ],
])("a frame has the size and the place that the page gives it, and the shape of a film else: %j", (given, look) => {
  const html = show(createElement(iframe, { src: "https://player.example/1", ...given }));
  expect(html.replace(/ (?:src|title|loading|sandbox)="[^"]*"/g, "")).toBe(`<iframe ${look}></iframe>`);
});
