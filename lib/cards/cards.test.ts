import { describe, expect, test } from "vitest";
import { renderCard, toDrawable } from "./cards.ts";

const card = { title: "Keys", text: "How to make one.", name: "Docs", accent: "#aa3311" };

test("a card is a picture of its text, and does not block the process while it is rendered", async () => {
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 1);
  const [png, again] = [await renderCard(card), await renderCard(card)];
  clearInterval(counting);
  expect(sizeOf(png)).toEqual([1_200, 630]);
  expect(Buffer.compare(png, again)).toBe(0);
  expect(Buffer.compare(png, await renderCard({ ...card, title: "Limits" }))).not.toBe(0);
  expect(Buffer.compare(png, await renderCard({ ...card, logo: { data: logo } }))).not.toBe(0);
  expect(turns).toBeGreaterThan(5);
});

test("a card that cannot be rendered is an error, and the next one is still rendered", async () => {
  await expect(renderCard({ ...card, accent: {} as string })).rejects.toThrow("could not be rendered");
  expect(sizeOf(await renderCard(card))).toEqual([1_200, 630]);
});

describe("a card shows what its font draws", () => {
  const siteCard = { ...card, title: "Acme", text: "All about it.", name: "" };

  test.each(["Keys", "Clés & jetons – “œuvre”", "Ключи", "Cài đặt", "Größe → ﬁn… 10 €"])("%s is a title", async (title) => {
    const drawn = toDrawable({ ...card, title }, siteCard);
    expect(drawn).toEqual({ ...card, title });
    expect(sizeOf(await renderCard(drawn))).toEqual([1_200, 630]);
  });

  test.each(["Ship it 🚀", "安装", "インストール", "설치", "تثبيت", "Εγκατάσταση", "התקנה", "ติดตั้ง", "x ⌘ y"])(
    "%s is invalid, so the page has the site's card",
    (title) => expect(toDrawable({ ...card, title }, siteCard)).toEqual(siteCard),
  );

  test("a description and a name that it cannot draw are left out", async () => {
    expect(toDrawable({ ...card, text: "Fast 🚀", name: "文档" }, siteCard)).toEqual({ ...card, text: "", name: "" });
    const drawn = toDrawable({ ...card, title: "安装" }, { ...siteCard, title: "文档", text: "说明" });
    expect(drawn).toEqual({ ...siteCard, title: "", text: "" });
    expect(sizeOf(await renderCard(drawn))).toEqual([1_200, 630]);
  });

  test("icons that it cannot draw are requested from no server", async () => {
    await expect(renderCard({ ...card, title: "🚀" })).rejects.toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ message: "a card asks nothing from the network" }) }),
    );
  });
});

const square = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9H0z"/></svg>';
const logo = `data:image/svg+xml;base64,${Buffer.from(square).toString("base64")}`;

/** Width and height, as the head of a PNG says. */
const sizeOf = (png: Uint8Array) => [Buffer.from(png).readUInt32BE(16), Buffer.from(png).readUInt32BE(20)];
