import { readdirSync, readlinkSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { type Attack, ask, countStatuses, type Reply } from "./attack.ts";
import { residentMiB, type Target } from "./target.ts";

/** Longest time of an answer, in milliseconds: each request is sent in a few, so a later answer held the server up. */
const PATIENCE_MS = 10_000;
/** Sockets that a server may hold more of when all clients have gone: those of the bench itself. */
const MOST_SOCKETS = 10;

/** Sends bytes, and returns the status of each answer until the server closes, or until it has been silent for long. */
async function talk({ url }: Target, bytes: string): Promise<(number | "closed" | "silent")[]> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setTimeout(PATIENCE_MS, () => socket.destroy());
  socket.on("error", () => {});
  socket.write(bytes);
  const text = (await socket.toArray().catch(() => [])).join("");
  const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
  return statuses.length > 0 ? statuses : [socket.timeout && socket.bytesRead === 0 && socket.destroyed ? "closed" : "silent"];
}

const head = (method: string, target: string, headers: readonly string[] = []) =>
  [`${method} ${target} HTTP/1.1`, "Host: docs.test", ...headers, "Connection: close", "", ""].join("\r\n");

const times = (count: number, text: string | ((at: number) => string), separator = "") =>
  Array.from({ length: count }, (_, at) => (typeof text === "string" ? text : text(at))).join(separator);

/** Requests that are expensive or strange, by the part of Next that reads them, each with the statuses that it may have. */
const strange: Readonly<Record<string, readonly [bytes: string, ...statuses: readonly (number | "closed")[]]>> = {
  "target: 7,500 parameters": [head("GET", `/docs?${times(3_700, "a", "&")}`), 414],
  "target: 7,500 parameters of a handler": [head("GET", `/v1/health?${times(3_700, "a", "&")}`), 414],
  "target: 7,500 parameters of a file": [head("GET", `/favicon.svg?${times(3_700, "a", "&")}`), 414],
  "target: 7,500 parameters of what a click loads": [head("GET", `/docs?_rsc=1&${times(3_700, "a", "&")}`, ["RSC: 1"]), 414],
  "target: 200 parameters of one name": [head("GET", `/docs?${times(200, "a=1", "&")}`), 200],
  "target: 200 parameters that end in brackets": [head("GET", `/docs?${times(200, (at) => `a[${at}]=1`, "&")}`), 200],
  "target: 15 kB": [head("GET", `/${times(15_000, "a")}`), 414],
  "target: 2,000 segments": [head("GET", `/docs/${times(2_000, "a", "/")}`), 404],
  "target: 4,000 slashes": [head("GET", times(4_000, "/")), 308],
  "target: 4,000 slashes in the middle": [head("GET", `/docs${times(4_000, "/")}a`), 308],
  "target: 4,000 backslashes": [head("GET", `/${times(4_000, "\\")}`), 308],
  "target: 2,600 encoded slashes": [head("GET", `/docs/${times(2_600, "%2F")}`), 404],
  "target: 2,600 dots": [head("GET", `/docs/${times(2_600, "../")}x`), 404],
  "target: 2,600 encoded signs of a per cent": [head("GET", `/docs/${times(2_600, "%25")}`), 404],
  "target: what does not decode": [head("GET", "/docs/%"), 400],
  "target: what does not decode, of a handler": [head("GET", "/api/card/%ff"), 400],
  "target: a whole address": [head("GET", "http://docs.test/docs"), 400],
  "target: the server itself": [head("OPTIONS", "*"), 400],
  "target: of pictures in other sizes": [head("GET", `/_next/image?url=${times(7_000, "a")}&w=64&q=75`), 404],
  "target: of the data of pages": [head("GET", `/_next/data/${times(200, "a/")}x.json`), 404],
  "method: TRACE": [head("TRACE", "/docs"), 405],
  "method: TRACE of a handler": [head("TRACE", "/v1/health"), 405],
  "method: POST of a public file": [head("POST", "/favicon.svg"), 405],
  "method: PUT of a file of the build": [head("PUT", "/_next/static/x.js"), 405],
  "method: a server action that nobody has": [
    head("POST", "/docs", ["Next-Action: 0123456789abcdef0123456789abcdef01234567"]),
    405,
  ],
  "method: a server action of no page": [head("POST", "/xyz", ["Next-Action: 0123456789abcdef0123456789abcdef01234567"]), 400],
  "method: one that Node does not know": [head("BREW", "/docs"), 400],
  "headers: 900 cookies": [head("GET", "/docs", [`Cookie: ${times(900, (at) => `c${at}=1`, "; ")}`]), 200],
  "headers: 900 cookies of a handler": [head("GET", "/v1/health", [`Cookie: ${times(900, (at) => `c${at}=1`, "; ")}`]), 200],
  "headers: one cookie of 14 kB": [head("GET", "/docs", [`Cookie: session=${times(14_000, "a")}`]), 200],
  "headers: 1,000 of one name": [
    head(
      "GET",
      "/docs",
      Array.from({ length: 1_000 }, () => "X-A: 1"),
    ),
    200,
    431,
  ],
  "headers: 1,000 names": [
    head(
      "GET",
      "/docs",
      Array.from({ length: 1_000 }, (_, at) => `X-${at}: 1`),
    ),
    200,
    431,
  ],
  "headers: Accept of 2,500 types": [head("GET", "/docs", [`Accept: ${times(2_500, "a/b", ",")}`]), 200],
  "headers: Accept-Encoding of 2,500 codings": [head("GET", "/docs", [`Accept-Encoding: ${times(2_500, "gzip", ",")}`]), 200],
  "headers: Accept-Language of 4,000 languages": [head("GET", "/", [`Accept-Language: ${times(4_000, "en", ",")}`]), 200],
  "headers: If-None-Match of 3,000 tags": [head("GET", "/docs.md", [`If-None-Match: ${times(3_000, '"a"', ",")}`]), 200],
  "headers: a range of 3,000 parts": [head("GET", "/favicon.svg", [`Range: bytes=${times(3_000, "0-1", ",")}`]), 200, 206, 416],
  "headers: X-Forwarded-For of 2,000 hops": [
    head("GET", "/v1/health", [`X-Forwarded-For: ${times(2_000, "1.1.1.1", ",")}`]),
    200,
  ],
  "headers: what a click has open, of 14 kB": [
    head("GET", "/docs?_rsc", ["RSC: 1", `Next-Router-State-Tree: ${times(4_600, "%5B")}`]),
    307,
  ],
  "headers: what Next says to itself": [
    head("GET", "/docs", [
      "x-middleware-subrequest: proxy:proxy:proxy:proxy:proxy",
      "x-matched-path: /xyz",
      "x-invoke-path: /_error",
    ]),
    200,
  ],
  "headers: larger than Node reads": [head("GET", "/docs", [`X-A: ${times(20_000, "a")}`]), 431],
  "headers: a line that never ends": [`GET /docs HTTP/1.1\r\nHost: docs.test\r\nX-A: ${times(20_000, "a")}`, 431],
  "headers: none, not even the host": ["GET /docs HTTP/1.1\r\n\r\n", 400],
  "headers: the host of nobody": ["GET /docs HTTP/1.1\r\nHost: a b/c?d#e@f\r\nConnection: close\r\n\r\n", 200, 400],
  "body: chunks of one byte": [
    `${head("POST", "/v1/search/docent", ["Content-Type: application/json", "Transfer-Encoding: chunked"])}${times(10_000, "1\r\na\r\n")}0\r\n\r\n`,
    401,
  ],
  "body: of a page": [`${head("GET", "/docs", ["Content-Length: 100000"])}${times(100_000, "a")}`, 200],
  "body: longer than it said": [`${head("POST", "/v1/search/docent", ["Content-Length: 1"])}{}{}{}`, 400, 401],
  "upgrade: of a page": [
    head("GET", "/docs", ["Upgrade: websocket"]).replace("Connection: close", "Connection: Upgrade, close"),
    200,
  ],
  "upgrade: of no page": [head("GET", "/xyz", ["Upgrade: h2c"]).replace("Connection: close", "Connection: Upgrade, close"), 404],
  "upgrade: of what edits come by": [
    head("GET", "/_next/webpack-hmr", ["Upgrade: websocket"]).replace("Connection: close", "Connection: Upgrade, close"),
    404,
  ],
  "connect: to another host": [head("CONNECT", "elsewhere.example:443"), "closed"],
  "fault of the client: no HTTP at all": ["\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400, "closed"],
  "fault of the client: HTTP/2": ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "closed", 505],
};

const strangeAttacks: readonly Attack[] = Object.entries(strange).map(([name, [bytes, ...allowed]]) => ({
  name: `wire: ${name}`,
  run: async (target) => {
    const found = (await Promise.all(Array.from({ length: 5 }, () => talk(target, bytes)))).flat();
    const bad = [...new Set(found.filter((status) => !allowed.includes(status as number)))].map((status) => `is ${status}`);
    // To a client of another protocol, an end without an answer is one.
    const ends = found.filter((status) => !(status === "closed" && allowed.includes(status)));
    return { statuses: countStatuses(ends.map((status) => ({ status }))), bad };
  },
}));

/** Upgrades whose clients disconnect: each held a socket of the server forever. */
const upgrades: Attack = {
  name: "wire: 1,500 upgrades, whose clients go",
  run: async (target) => {
    const before = countSockets(target);
    const { hostname, port } = new URL(target.url);
    const bytes = head("GET", "/_next/static/xyz", ["Upgrade: websocket"]).replace("Connection: close", "Connection: Upgrade");
    for (let sent = 0; sent < 1_500; sent += 50)
      await Promise.all(
        Array.from({ length: 50 }, async () => {
          const socket: Socket = connect(Number(port), hostname, () => socket.write(bytes));
          socket.on("error", () => {});
          await new Promise((resolve) =>
            socket
              .once("data", resolve)
              .once("close", resolve)
              .setTimeout(PATIENCE_MS, () => resolve(0)),
          );
          socket.destroy();
        }),
      );
    const reply = await ask(target, "/docs");
    const left = countSockets(target) - before;
    return {
      statuses: countStatuses([reply]),
      seen: `${left} sockets more`,
      bad: [...(reply.status === 200 ? [] : ["does not answer"]), ...(left > MOST_SOCKETS ? ["keeps sockets"] : [])],
    };
  },
};

function countSockets({ pid }: Target): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((name) => {
    try {
      return readlinkSync(`${folder}/${name}`).startsWith("socket:");
    } catch {
      return false; // Closed meanwhile.
    }
  }).length;
}

/** Memory that a server may hold more of while bodies of 9 MB come in at 20 connections: some of each, not all. */
const MOST_MIB = 100;

/** Bodies for addresses that nobody has, which Next keeps until it knows that. */
const largeBodies: Attack = {
  name: "wire: 20 concurrent bodies of 9 MB, for no page",
  run: async (target) => {
    const before = residentMiB(target.pid);
    let most = before;
    const watching = setInterval(() => (most = Math.max(most, residentMiB(target.pid))), 100);
    const body = Buffer.alloc(9 * 1_024 * 1_024, "a");
    const send = (at: number) => ask(target, at % 20 ? "/docs" : "/xyz", { method: "POST", body });
    const replies = await Promise.all(Array.from({ length: 20 }, (_, at) => send(at)));
    clearInterval(watching);
    return {
      statuses: countStatuses(replies),
      seen: `${most - before} MiB more`,
      bad: most - before > MOST_MIB ? ["keeps bodies"] : [],
    };
  },
};

/** Fields of one schema under ever other ids: each was rendered and kept. */
const fieldIds: Attack = {
  name: "wire: 100 beginnings of ids for the fields of a schema",
  run: async (target) => {
    const before = residentMiB(target.pid);
    const replies: Reply[] = [];
    for (let at = 0; at < 100; at += 10)
      replies.push(
        ...(await Promise.all(
          Array.from({ length: 10 }, (_, lane) =>
            ask(target, `/api/text/fields/Message/body-${at + lane}-${times(400, "a")}/docs/api/assistant/send-message`),
          ),
        )),
      );
    return { statuses: countStatuses(replies), seen: `${residentMiB(target.pid) - before} MiB more`, bad: [] };
  },
};

/** Attacks on what Node and Next read before any code of the site. */
export const wireAttacks: readonly Attack[] = [...strangeAttacks, upgrades, largeBodies, fieldIds];
