/*
 * Writes down what a process and its threads ask of the network beyond this machine: `node --import outgoing.mjs?to=FILE`.
 * One line for each start, look-up and connection; child processes inherit it by NODE_OPTIONS, threads by their arguments.
 */

import dgram from "node:dgram";
import dns from "node:dns";
import { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import threads from "node:worker_threads";

const file = new URL(import.meta.url).searchParams.get("to");
// npm looks for newer versions of itself.
const isWatched = !/\bnpm(?:-cli\.js)?$/.test(process.argv[1] ?? "");
const write = (event, what) =>
  isWatched && appendFileSync(file, `${JSON.stringify({ event, what, pid: process.pid, thread: threads.threadId })}\n`);
const isHere = (host) => /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|::1|::ffff:127(?:\.\d+){3}|0\.0\.0\.0|::)$/.test(host);

write("start", process.argv.slice(1).join(" "));

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  // What net.connect passes on is a list of normalised arguments.
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const options = typeof first === "object" ? first : { port: first, host: typeof second === "string" ? second : undefined };
  const host = options.host ?? "localhost";
  if (!options.path && !isHere(host)) write("connect", `${host}:${options.port}`);
  return connect.apply(this, args);
};

for (const target of [dns, dns.promises])
  for (const name of Object.keys(target).filter((key) => /^(?:lookup$|resolve|reverse)/.test(key))) {
    const original = target[name];
    target[name] = function (host, ...rest) {
      if (!isHere(host)) write("lookup", host);
      return original.call(this, host, ...rest);
    };
  }

const { send } = dgram.Socket.prototype;
dgram.Socket.prototype.send = function (...args) {
  write("datagram", args.filter((part) => typeof part === "string" || typeof part === "number").join(" "));
  return send.apply(this, args);
};

const { Worker } = threads;
threads.Worker = class extends Worker {
  constructor(script, options = {}) {
    super(script, { ...options, execArgv: [...(options.execArgv ?? process.execArgv), "--import", import.meta.url] });
  }
};
syncBuiltinESMExports();
