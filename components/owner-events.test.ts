import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { ownerScript } from "./owner-events.ts";

/** Runs the script of the head in a page of its own, and returns what it has there. */
function run(options: Parameters<typeof ownerScript>[0]) {
  const added: Record<string, unknown>[] = [];
  const events: unknown[] = [];
  let click: ((event: object) => void) | undefined;
  class Element {
    readonly dataset: Record<string, string>;
    constructor(dataset: Record<string, string>) {
      this.dataset = dataset;
    }
    closest = () => (Object.keys(this.dataset).length > 0 ? this : null);
  }
  const document = {
    createElement: () => {
      const element: Record<string, unknown> = {};
      element.setAttribute = (name: string, value: string) => {
        element[name] = value;
      };
      return element;
    },
    head: { append: (element: Record<string, unknown>) => added.push(element) },
    addEventListener: (_: string, listener: (event: object) => void) => {
      click = listener;
    },
  };
  class CustomEvent {
    readonly detail: unknown;
    constructor(_: string, { detail }: { detail: unknown }) {
      this.detail = detail;
    }
  }
  const window: {
    docent?: { consent: (name: string) => void; eventTexts: boolean };
    dispatchEvent: (event: CustomEvent) => void;
  } = {
    dispatchEvent: ({ detail }) => void events.push(detail),
  };
  runInNewContext(ownerScript(options), { window, document, Element, CustomEvent });
  const press = (dataset: Record<string, string>) => click?.({ target: new Element(dataset) });
  return { docent: window.docent, added, events, press };
}

const stats = {
  consent: "analytics",
  inline: "a()",
  src: "/stats.js",
  attributes: { defer: true, "data-id": "x", async: false },
};

test("nothing that waits is there before its consent, and then once: its text before its file", () => {
  const { docent, added } = run({ eventTexts: false, scripts: [stats, { ...stats, consent: "ads" }] });
  docent?.consent("marketing");
  expect(added).toEqual([]);
  docent?.consent("analytics");
  docent?.consent("analytics");
  expect(added).toEqual([
    expect.objectContaining({ textContent: "a()" }),
    expect.objectContaining({ src: "/stats.js", defer: "", "data-id": "x" }),
  ]);
  expect(added[1]).not.toHaveProperty("async");
});

test("tells of a language and a version that are chosen, and of no other click", () => {
  const { events, press } = run({ eventTexts: false, scripts: [] });
  press({ languageLink: "es" });
  press({ versionLink: "v1" });
  press({});
  expect(events).toEqual([
    { name: "language", language: "es" },
    { name: "version", version: "v1" },
  ]);
});

test("no text of the configuration ends the element of the script", () => {
  const text = ownerScript({ eventTexts: true, scripts: [{ ...stats, inline: "</script><img src=x>" }] });
  expect(text).not.toContain("</script");
  expect(run({ eventTexts: true, scripts: [] }).docent?.eventTexts).toBe(true);
});
