// Runs one function as its host does: in the function's folder, with a context that takes what shall be finished after
// the answer. Prints "ready <port>" when it listens, "idle" when nothing runs any more, and "purge <tags>" for dropped tags.
const { AsyncLocalStorage } = require("node:async_hooks");
const http = require("node:http");
const path = require("node:path");
const { Readable } = require("node:stream");

const [folder, handlerFile, webApi] = process.argv.slice(2);
const contexts = new AsyncLocalStorage();
globalThis[Symbol.for("@vercel/request-context")] = { get: () => contexts.getStore() ?? {} };
globalThis[Symbol.for("@next/cache-handlers")] = { FetchCache: cacheThatPurges() };

const loaded = require(path.join(folder, handlerFile));
const handler = loaded.default ?? loaded;
let running = 0;

http
  .createServer((request, response) => {
    const later = [];
    running++;
    response.on("close", async () => {
      // What is waited for may ask for more.
      for (let seen = -1; seen !== later.length; ) {
        seen = later.length;
        await Promise.allSettled(later);
      }
      if (--running === 0) process.stdout.write("idle\n");
    });
    const context = { waitUntil: (promise) => later.push(promise), headers: request.headers, url: request.url };
    contexts.run(context, () => answer(request, response, context));
  })
  .listen(0, "127.0.0.1", function () {
    process.stdout.write(`ready ${this.address().port}\n`);
  });

async function answer(request, response, context) {
  try {
    if (webApi !== "true") return await handler(request, response);
    const { status, headers, body } = await handler(toWebRequest(request), context);
    response.writeHead(status, [...headers].flat());
    if (body) for await (const chunk of body) response.write(chunk);
  } catch (cause) {
    console.error(cause);
    if (!response.headersSent) response.writeHead(500);
  }
  response.end();
}

function toWebRequest(request) {
  const { method, headers, url } = request;
  const body = ["GET", "HEAD"].includes(method) ? {} : { body: Readable.toWeb(request), duplex: "half" };
  return new Request(`https://${headers.host}${url}`, { method, headers, ...body });
}

function cacheThatPurges() {
  return class {
    async get() {
      return null;
    }
    async set() {}
    async revalidateTag(tags) {
      process.stdout.write(`purge ${[tags].flat().join(",")}\n`);
    }
    resetRequestCache() {}
  };
}
