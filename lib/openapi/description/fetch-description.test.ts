import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { type LocalServer, listen } from "../../../internal/testing/http-server.ts";
import { type FetchRules, fetchDescription } from "./fetch-description.ts";

const servers: LocalServer[] = [];
afterEach(async () => {
  for (const { close } of servers.splice(0)) await close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = await listen(listener);
  servers.push(server);
  return server.host;
}

const SWITCH = "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n";
const closedNetwork = (...allowHosts: string[]): FetchRules => ({ allowHosts, allowInsecure: true });

describe("a description on an allowed host", () => {
  test("is read with its version tag", async () => {
    const host = await serve((_, response) => response.writeHead(200, { etag: '"1"' }).end("openapi: 3.1.0"));
    expect(await fetchDescription(`http://${host}/api.yaml`, closedNetwork(host))).toEqual({
      kind: "text",
      text: "openapi: 3.1.0",
      etag: '"1"',
      url: `http://${host}/api.yaml`,
    });
  });

  test("is not read again while its version tag holds", async () => {
    const host = await serve(({ headers }, response) => response.writeHead(headers["if-none-match"] === '"1"' ? 304 : 200).end());
    expect(await fetchDescription(`http://${host}/`, closedNetwork(host), { etag: '"1"' })).toEqual({ kind: "unchanged" });
  });

  test("is unpacked when the server sends it compressed", async () => {
    const host = await serve((_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("{}")));
    expect(await fetchDescription(`http://${host}/`, closedNetwork(host))).toMatchObject({ text: "{}" });
  });

  test("is found through redirects, relative ones too", async () => {
    const host = await serve(({ url }, response) => {
      if (url === "/old") response.writeHead(302, { location: "/new" }).end();
      else response.end("moved");
    });
    const found = await fetchDescription(`http://${host}/old`, closedNetwork(host));
    expect(found).toMatchObject({ text: "moved", url: `http://${host}/new` });
  });

  test("is asked for at the address that was checked, with one look-up", async () => {
    const host = await serve(({ headers }, response) => response.end(headers.host));
    const [, port] = host.split(":");
    const asked: string[] = [];
    const rules: FetchRules = {
      ...closedNetwork(`api.test:${port}`),
      resolveHost: async (name) => {
        asked.push(name);
        return [{ address: asked.length === 1 ? "127.0.0.1" : "169.254.169.254", family: 4 }];
      },
    };
    expect(await fetchDescription(`http://api.test:${port}/`, rules)).toMatchObject({ text: `api.test:${port}` });
    expect(asked).toEqual(["api.test"]);
  });
});

describe("a fetch is refused with a message", () => {
  const strict = (...allowHosts: string[]): FetchRules => ({
    allowHosts,
    allowInsecure: false,
    resolveHost: async () => [{ address: "127.0.0.1", family: 4 }],
  });

  test.each([
    ["without https", "http://api.example.com/", strict("api.example.com"), "only https addresses are fetched"],
    ["of a file", "file:///etc/passwd", strict("api.example.com"), "only https addresses are fetched"],
    ["with a password in it", "https://me:secret@api.example.com/", strict("api.example.com"), "must not carry a user name"],
    [
      "of a host that nobody allowed",
      "https://evil.example.com/",
      strict("api.example.com"),
      'add "evil.example.com" to updates',
    ],
    ["of another port", "https://api.example.com:8443/", strict("api.example.com"), 'add "api.example.com:8443"'],
    ["of a host that only ends alike", "https://evilexample.com/", strict("*.example.com"), "not an allowed host"],
    ["of a name for a private address", "https://api.example.com/", strict("api.example.com"), "only public addresses"],
    ["of a private address in disguise", "https://2130706433/", strict("127.0.0.1"), "only public addresses"],
    ["of a private IPv6 address", "https://[::ffff:7f00:1]/", strict("[::ffff:7f00:1]"), "is refused"],
    [
      "of the metadata address, even in a closed network",
      "http://169.254.169.254/",
      closedNetwork("169.254.169.254"),
      "is refused",
    ],
    [
      "of a name for the metadata address, even in a closed network",
      "http://metadata.internal/",
      { ...closedNetwork("metadata.internal"), resolveHost: async () => [{ address: "fd00:ec2::254", family: 6 }] },
      "is refused",
    ],
    ["of no address at all", "openapi", strict("openapi"), "is not an address"],
  ])("%s", async (_, url, rules, words) => {
    await expect(fetchDescription(url, rules)).rejects.toThrow(words);
  });

  test("when one of several addresses is private", async () => {
    const resolveHost = async () => [
      { address: "8.8.8.8", family: 4 },
      { address: "10.0.0.1", family: 4 },
    ];
    const rules = { ...strict("api.example.com"), resolveHost };
    await expect(fetchDescription("https://api.example.com/", rules)).rejects.toThrow("only public addresses");
  });

  test("the secret of a refused address is not repeated", async () => {
    const refusal = fetchDescription("https://me:secret@api.example.com/", strict("api.example.com"));
    await expect(refusal).rejects.not.toThrow("secret");
  });

  test("when a redirect leads to a private address", async () => {
    const host = await serve((_, response) => response.writeHead(302, { location: "http://169.254.169.254/latest" }).end());
    await expect(fetchDescription(`http://${host}/`, closedNetwork(host, "169.254.169.254"))).rejects.toThrow(
      "169.254.169.254 is refused",
    );
  });

  test("when a redirect leads to a host that nobody allowed", async () => {
    const host = await serve((_, response) => response.writeHead(301, { location: "https://evil.example.com/" }).end());
    await expect(fetchDescription(`http://${host}/`, closedNetwork(host))).rejects.toThrow('add "evil.example.com"');
  });

  test("after five redirects", async () => {
    let requests = 0;
    const host = await serve((_, response) => response.writeHead(302, { location: `/${++requests}` }).end());
    await expect(fetchDescription(`http://${host}/`, closedNetwork(host))).rejects.toThrow("redirects more than 5 times");
    expect(requests).toBe(6);
  });

  test("when it is gone", async () => {
    const host = await serve((_, response) => response.writeHead(404).end());
    await expect(fetchDescription(`http://${host}/api.json`, closedNetwork(host))).rejects.toThrow("answered 404");
  });

  test("when nothing answers", async () => {
    await expect(fetchDescription("http://127.0.0.1:1/", closedNetwork("127.0.0.1:1"))).rejects.toThrow("nothing answers there");
  });

  test("when it is too large, and no more of it is read", async () => {
    const megabyte = Buffer.alloc(1024 * 1024, " ");
    let sent = 0;
    const host = await serve((_, response) => {
      const send = () => {
        for (; sent < 60 && !response.destroyed; sent++) if (!response.write(megabyte)) return;
        response.end();
      };
      response.on("drain", send);
      send();
    });
    await expect(fetchDescription(`http://${host}/`, closedNetwork(host))).rejects.toThrow("larger than 32 MiB");
    expect(sent).toBeLessThan(60);
  });

  test("when it is too large only after unpacking", async () => {
    const packed = gzipSync(Buffer.alloc(40 * 1024 * 1024));
    const host = await serve((_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(packed));
    await expect(fetchDescription(`http://${host}/`, closedNetwork(host))).rejects.toThrow("larger than 32 MiB");
  });

  test("when it takes too long", async () => {
    const host = await serve((_, response) => void response.write("openapi:"));
    const rules = { ...closedNetwork(host), timeoutMs: 200 };
    await expect(fetchDescription(`http://${host}/`, rules)).rejects.toThrow("did not answer in full within 0.2 s");
  });

  test("when the server switches to another protocol", async () => {
    const host = await serve(() => {});
    servers.at(-1)?.server.on("connection", (socket) => {
      socket.on("error", () => {}).on("data", () => socket.write(SWITCH));
    });
    await expect(fetchDescription(`http://${host}/`, closedNetwork(host))).rejects.toThrow("101 Switching Protocols");
  });

  test("when its name is looked up for ever", async () => {
    const rules = { ...closedNetwork("api.test"), timeoutMs: 50, resolveHost: () => new Promise<never>(() => {}) };
    await expect(fetchDescription("http://api.test/", rules)).rejects.toThrow("did not answer in full within 0.05 s");
  });

  test("when the connection breaks half way", async () => {
    const host = await serve((request, response) => {
      response.writeHead(200, { "content-length": "100" }).write("half", () => request.socket.destroy());
    });
    await expect(fetchDescription(`http://${host}/`, closedNetwork(host))).rejects.toThrow("could not be fetched");
  });
});

test("an abort by the caller leaves as that abort", async () => {
  const host = await serve(() => {});
  const controller = new AbortController();
  const fetched = fetchDescription(`http://${host}/`, closedNetwork(host), { signal: controller.signal });
  controller.abort(new Error("shutting down"));
  await expect(fetched).rejects.toThrow("shutting down");
});
