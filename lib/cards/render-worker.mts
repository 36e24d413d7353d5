// Runs in a thread, from this file as it is: a render is hundreds of milliseconds of work without a pause.

import { parentPort, workerData } from "node:worker_threads";
import { ImageResponse } from "next/og.js";
import type { ReactElement } from "react";
import type { Card } from "./card.ts";

// The library asks the network for fonts and emoji that it does not have. `toDrawable` leaves such text out.
globalThis.fetch = () => Promise.reject(new Error("a card asks nothing from the network"));

const size = { width: 1_200, height: 630 };
const fonts = [{ name: "Geist", data: Buffer.from(workerData.font) }];

parentPort?.on("message", async (card: Card) => {
  const png = new Uint8Array(await new ImageResponse(draw(card), { ...size, fonts }).arrayBuffer());
  parentPort?.postMessage(png, [png.buffer]);
});

function draw({ title, text, name, accent, logo }: Card): ReactElement {
  const column = { display: "flex", flexDirection: "column", width: "100%", height: "100%", padding: 72, background: "#fbfaf7" };
  return element("div", { style: column }, [
    element("div", { style: { display: "flex", alignItems: "center", gap: 20, fontSize: 34, color: accent } }, [
      ...(logo ? [picture(logo)] : []),
      element("span", {}, name),
    ]),
    line({ marginTop: "auto", fontSize: title.length > 40 ? 64 : 84, color: "#1e1d1a" }, title),
    line({ marginTop: 20, fontSize: 34, color: "#5b5850" }, text),
    line({ marginTop: 48, width: 160, height: 10, background: accent }, ""),
  ]);
}

const LOGO_HEIGHT = 56;

function picture({ data, size = { width: 1, height: 1 } }: NonNullable<Card["logo"]>): ReactElement {
  return element("img", { src: data, width: (LOGO_HEIGHT * size.width) / size.height, height: LOGO_HEIGHT });
}

const line = (style: object, text: string) => element("div", { style: { display: "flex", ...style } }, text);

/** Returns an element as the renderer reads it. React itself is in the bundles alone, where this file is not. */
function element(type: string, props: object, children?: string | readonly ReactElement[]): ReactElement {
  return { type, props: { ...props, children }, key: null } as ReactElement;
}
