import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type LocalServer, listen } from "../../../internal/testing/http-server.ts";
import { ServiceError } from "../../service-error.ts";
import { MAX_SENT_BYTES, type RelayCall, type RelayedAnswer, relayCall } from "./relay-call.ts";
import { isRelayTarget } from "./relay-targets.ts";

/** The requests that went out, and the local server that they are sent to instead. */
const network = vi.hoisted(() => ({ port: 0, sent: [] as { url: string; address: string | undefined }[] }));
vi.mock("../description/fetch-description.ts", async (importActual) => {
  const actual = await importActual<typeof import("../description/fetch-description.ts")>();
  const requestPinned: typeof actual.requestPinned = (url, addresses, options) => {
    network.sent.push({ url: url.href, address: addresses[0]?.address });
    const local = new URL(`http://127.0.0.1:${network.port}${url.pathname}${url.search}`);
    return actual.requestPinned(local, [{ address: "127.0.0.1", family: 4 }], options);
  };
  return { ...actual, requestPinned };
});

const servers: LocalServer[] = [];
beforeEach(() => network.sent.splice(0));
afterEach(async () => {
  for (const { close } of servers.splice(0)) await close();
});

async function serve(listener: RequestListener): Promise<void> {
  const server = await listen(listener);
  servers.push(server);
  network.port = Number(new URL(`http://${server.host}`).port);
}

const publicAddress = { address: "93.184.215.14", family: 4 };
const descriptions = [{ servers: [{ url: "https://api.example.com/v1" }], paths: {} }];
const options = { descriptions, signal: new AbortController().signal, resolveHost: async () => [publicAddress] };
const callOf = (call: Partial<RelayCall> = {}): RelayCall => ({
  url: "https://api.example.com/v1/a",
  method: "GET",
  headers: [],
  ...call,
});
const relayed = async (call?: Partial<RelayCall>, more: object = {}) => {
  const answer = await relayCall(callOf(call), { ...options, ...more });
  return (answer instanceof ReadableStream ? await new Response(answer).json() : answer) as RelayedAnswer;
};

test.each([
  ["https://api.example.com", "https://api.example.com/v1/a?b=c", true],
  ["https://api.example.com", "https://api.example.com:443/", true],
  ["//api.example.com", "https://api.example.com/", true],
  ["https://api.example.com:8443", "https://api.example.com:8443/", true],
  ["https://api.example.com:8443", "https://api.example.com/", false],
  ["https://api.example.com", "https://api.example.com:8443/", false],
  ["https://api.example.com", "http://api.example.com/", false],
  ["http://api.example.com", "https://api.example.com/", false],
  ["https://api.example.com", "https://user@api.example.com/", false],
  ["https://api.example.com", "https://api.example.com.evil.test/", false],
  ["https://api.example.com", "https://evil.test/https://api.example.com", false],
  ["https://{tenant}.example.com", "https://acme.example.com/", true],
  ["https://{tenant}.example.com", "https://a.b.example.com/", false],
  ["https://{tenant}.example.com", "https://example.com/", false],
  ["https://{tenant}.com", "https://evil.com/", false],
  ["https://{host}", "https://evil.test/", false],
  ["https://api.{domain}", "https://api.evil.test/", false],
  ["https://a{part}.example.com", "https://ab.example.com/", false],
  ["https://api.example.com:{open}", "https://api.example.com:22/", false],
  ["https://api.example.com:{port}", "https://api.example.com:8443/", true],
  ["https://{region}.example.com/{open}", "https://eu.example.com/x", true],
  ["https://{region}.example.com/{open}", "https://us.example.com/x", false],
  ["https://{tenant}.0.0.1", "https://127.0.0.1/", false],
  ["https://{tenant}.example.com", "https://a_b.example.com/", false],
  ["https://user@api.example.com", "https://api.example.com/", false],
  ["https://api%2Eexample.com", "https://api.example.com/", false],
  ["/v1", "https://api.example.com/v1", false],
])("with the server %s, %s may be asked: %j", (url, target, isAllowed) => {
  const variables = {
    port: { enum: ["443", "8443"] },
    region: { enum: ["eu"] },
    tenant: { default: "acme" },
    open: { default: "v1" },
  };
  expect(isRelayTarget({ servers: [{ url, variables }], paths: {} }, new URL(target))).toBe(isAllowed);
});

test("servers of paths and operations may be asked, those of a token may not", () => {
  const flows = { clientCredentials: { tokenUrl: "https://id.example.com/token" } };
  const description = {
    paths: {
      "/a": {
        servers: [{ url: "https://one.example.com" }],
        get: { servers: [{ url: "https://two.example.com" }] },
        additionalOperations: { COPY: { servers: [{ url: "https://three.example.com" }] } },
      },
    },
    components: { securitySchemes: { login: { type: "oauth2", flows } } },
  };
  const asked = ["one", "two", "three", "id"].filter((name) =>
    isRelayTarget(description, new URL(`https://${name}.example.com/`)),
  );
  expect(asked).toEqual(["one", "two", "three"]);
});

test("a request is sent on as it is, to the address that was checked, and its answer comes back", async () => {
  let got: IncomingMessage | undefined;
  let text = "";
  await serve(async (request, response) => {
    got = request;
    for await (const chunk of request) text += chunk;
    response.writeHead(201, { "x-total": "3", "content-encoding": "gzip" }).end(gzipSync('{"id":1}'));
  });
  const body = Buffer.from('{"a":1}').toString("base64");
  const headers = [
    ["Authorization", "Bearer secret"],
    ["Content-Type", "application/json"],
  ] as const;
  const answer = await relayed({ method: "POST", headers, body });
  expect(got).toMatchObject({ method: "POST", url: "/v1/a", headers: { authorization: "Bearer secret", "content-length": "7" } });
  expect(text).toBe('{"a":1}');
  expect(answer).toMatchObject({ status: 201, statusText: "Created", cut: false });
  expect(Buffer.from(answer.body, "base64").toString()).toBe('{"id":1}');
  expect(Object.fromEntries(answer.headers)).toMatchObject({ "x-total": "3" });
  // It is unpacked already.
  expect(Object.fromEntries(answer.headers)).not.toHaveProperty("content-encoding");
  expect(network.sent).toEqual([{ url: "https://api.example.com/v1/a", address: publicAddress.address }]);
});

test("headers of a session, of a connection and of the way here are passed on neither way", async () => {
  let got: IncomingMessage["headers"] = {};
  await serve(({ headers }, response) => {
    got = headers;
    response.writeHead(200, { "set-cookie": "a=b", "x-own": "1", "access-control-allow-origin": "*" }).end();
  });
  const names = [
    "Cookie",
    "Host",
    "X-Forwarded-For",
    "Forwarded",
    "Via",
    "Proxy-Authorization",
    "Origin",
    "Transfer-Encoding",
    "X-Hop",
  ];
  const headers = [...names.map((name) => [name, "evil"] as const), ["Connection", "x-hop"] as const, ["X-Kept", "1"] as const];
  const answer = await relayed({ headers });
  expect(Object.values(got)).not.toContain("evil");
  expect(got["x-kept"]).toBe("1");
  expect(answer.headers.map(([name]) => name)).not.toContain("set-cookie");
  expect(answer.headers).toContainEqual(["x-own", "1"]);
});

test.each(["GET", "DELETE"])(
  "the body of a %s is sent with its length, so that nothing after it is another request",
  async (method) => {
    let got: IncomingMessage | undefined;
    let text = "";
    await serve(async (request, response) => {
      got = request;
      for await (const chunk of request) text += chunk;
      response.end();
    });
    await relayed({ method, body: Buffer.from("of it").toString("base64") });
    expect([got?.headers["content-length"], text]).toEqual(["5", "of it"]);
  },
);

test("a header that comes twice is sent once with both values, whatever its name", async () => {
  let got: readonly string[] = [];
  await serve(({ rawHeaders }, response) => {
    got = rawHeaders;
    response.end();
  });
  await relayed({ headers: ["X-Tag", "x-tag", "__proto__"].map((name, index) => [name, `v${index}`] as const) });
  expect(got.slice(0, 4)).toEqual(["x-tag", "v0, v1", "__proto__", "v2"]);
});

test("a redirect is an answer, and is not followed", async () => {
  await serve((_, response) => response.writeHead(302, { location: "http://169.254.169.254/" }).end());
  expect(await relayed()).toMatchObject({
    status: 302,
    headers: expect.arrayContaining([["location", "http://169.254.169.254/"]]),
  });
  expect(network.sent).toHaveLength(1);
});

test.each([["127.0.0.1"], ["10.0.0.1"], ["169.254.169.254"], ["::1"], ["::ffff:127.0.0.1"], ["100.64.0.1"]])(
  "a host that stands for %s is refused, beside a public address too",
  async (address) => {
    const resolveHost = async () => [publicAddress, { address, family: address.includes(":") ? 6 : 4 }];
    await expect(relayed({}, { resolveHost })).rejects.toMatchObject({ code: "forbidden" });
    expect(network.sent).toEqual([]);
  },
);

test("a name is looked up once: what it stands for later does not count", async () => {
  await serve((_, response) => response.end());
  const resolveHost = vi.fn(async () => [publicAddress]).mockResolvedValueOnce([publicAddress]);
  await relayed({}, { resolveHost });
  expect(resolveHost).toHaveBeenCalledTimes(1);
  expect(network.sent[0]?.address).toBe(publicAddress.address);
});

test("any other host is refused before it is looked up", async () => {
  const resolveHost = vi.fn();
  await expect(relayed({ url: "https://evil.test/" }, { resolveHost })).rejects.toMatchObject({ code: "forbidden" });
  expect(resolveHost).not.toHaveBeenCalled();
});

test("a body above 1 MiB is refused, and an answer above 4 MiB is cut, however small it was when packed", async () => {
  const body = Buffer.alloc(MAX_SENT_BYTES + 1).toString("base64");
  await expect(relayed({ method: "POST", body })).rejects.toMatchObject({ code: "too_large" });
  await serve((request, response) => request.resume().on("end", () => response.end()));
  expect(await relayed({ method: "POST", body: Buffer.alloc(MAX_SENT_BYTES).toString("base64") })).toMatchObject({ status: 200 });
  await serve((_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(9_000_000))));
  const answer = await relayed();
  expect(answer.cut).toBe(true);
  expect(Buffer.from(answer.body, "base64")).toHaveLength(4 * 1024 * 1024);
});

test("a server that does not answer and one that cannot be found are reported as such, without anything of the request", async () => {
  await serve(() => {});
  expect(await relayed({}, { timeoutMs: 50 })).toEqual({ failed: "timeout" });
  const resolveHost = () => Promise.reject(new Error("ENOTFOUND secret"));
  expect(await relayed({}, { resolveHost })).toEqual({ failed: "unreachable" });
});

test("a reader who goes ends the request to the server", async () => {
  const leaving = new AbortController();
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  await serve(({ socket }) => {
    socket.on("close", () => resolve());
    leaving.abort();
  });
  expect(await relayed({}, { signal: leaving.signal })).toEqual({ failed: "unreachable" });
  await closed;
});

test("ten of a thousand concurrent calls are under way, and the others are asked to wait", async () => {
  const waiting: (() => void)[] = [];
  await serve((_, response) => waiting.push(() => response.end()));
  const calls = Array.from({ length: 1_000 }, () => relayed().catch((thrown: ServiceError) => thrown));
  await vi.waitFor(() => expect(waiting).toHaveLength(10), { timeout: 4_000 });
  for (const answer of waiting) answer();
  const answers = await Promise.all(calls);
  const refused = answers.filter((answer) => answer instanceof ServiceError);
  expect(refused).toHaveLength(990);
  for (const refusal of refused) expect(refusal).toMatchObject({ code: "unavailable", headers: { "Retry-After": "5" } });
  const next = relayed();
  await vi.waitFor(() => expect(waiting).toHaveLength(11), { timeout: 4_000 });
  waiting.at(-1)?.();
  expect(await next).toMatchObject({ status: 200 });
});

test("an answer is passed on while it comes, and one whose reader goes makes room for another", async () => {
  const sent: ServerResponse[] = [];
  await serve((_, response) => {
    sent.push(response);
    response.write("first");
  });
  const readers = await Promise.all(
    Array.from({ length: 10 }, async () => ((await relayCall(callOf(), options)) as ReadableStream<Uint8Array>).getReader()),
  );
  const [reader] = readers as [(typeof readers)[number]];
  const text = async () => new TextDecoder().decode((await reader.read()).value);
  expect(await text()).toContain('"status":200');
  expect(await text()).toBe(Buffer.from("fir").toString("base64") + Buffer.from("").toString());
  await expect(relayed()).rejects.toMatchObject({ code: "unavailable" });
  await Promise.all(readers.map((each) => each.cancel()));
  await serve((_, response) => response.end());
  expect(await relayed()).toMatchObject({ status: 200, cut: false });
});

const raw = (answer: string) => async () => {
  await serve(() => {});
  const { server } = servers.at(-1) as LocalServer;
  server.removeAllListeners("request").on("connection", (socket) => {
    socket.on("error", () => {}).on("data", () => socket.write(answer));
  });
};

describe("a call ends at its deadline, whatever the other side does:", () => {
  test("it switches protocols", async () => {
    await raw("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n")();
    expect(await relayed({}, { timeoutMs: 60_000 })).toEqual({ failed: "unreachable" });
  });

  test("it announces an answer for ever", async () => {
    await raw("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".repeat(1_000))();
    expect(await relayed({}, { timeoutMs: 50 })).toEqual({ failed: "timeout" });
  });

  test.each([
    ["half a line", "HTTP/1.1 2"],
    ["half of its headers", "HTTP/1.1 200 OK\r\nx-a: "],
  ])("it sends %s", async (_, text) => {
    await raw(text)();
    expect(await relayed({}, { timeoutMs: 50 })).toEqual({ failed: "timeout" });
  });

  test.each([
    ["plain", "content-length: 100\r\n\r\nhalf", "half"],
    ["in chunks", "transfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n", "half"],
    ["packed", "content-encoding: gzip\r\n\r\n\x1f", ""],
  ])("it drips, %s", async (_, text, came) => {
    await raw(`HTTP/1.1 200 OK\r\n${text}`)();
    const answer = await relayed({}, { timeoutMs: 200 });
    expect({ ...answer, body: Buffer.from(answer.body, "base64").toString() }).toMatchObject({ body: came, cut: true });
  });

  test("its name is looked up for ever", async () => {
    expect(await relayed({}, { timeoutMs: 50, resolveHost: () => new Promise(() => {}) })).toEqual({ failed: "timeout" });
  });
});

test("headers that a browser drops are passed to no server, and the date of an answer comes back", async () => {
  let received: IncomingMessage["headers"] = {};
  await serve((request, response) => {
    received = request.headers;
    response.setHeader("date", "Sat, 28 Nov 2026 12:00:00 GMT").end("ok");
  });
  const names = [
    "Referer",
    "Date",
    "Accept-Encoding",
    "Accept-Charset",
    "User-Agent",
    "Host",
    "Cookie",
    "DNT",
    "Sec-A",
    "Proxy-A",
  ];
  const { headers } = await relayed({ headers: [...names.map((name) => [name, "mine"] as const), ["X-Trace", "t1"]] });
  expect(Object.values(received)).not.toContain("mine");
  expect(received["x-trace"]).toBe("t1");
  expect(headers).toContainEqual(["date", "Sat, 28 Nov 2026 12:00:00 GMT"]);
});
