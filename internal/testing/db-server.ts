import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { findFreePort } from "../../lib/free-port.ts";

const run = promisify(execFile);
const installed = "/usr/lib/postgresql";

/** A Postgres server of a test's own, which it may stop. */
export interface PostgresServer {
  readonly url: string;
  /** Holds its data in `data`, and its log. */
  readonly folder: string;
  readonly start: () => Promise<void>;
  /** Ends it immediately, as a crash would: connections are cut and nothing is finished. */
  readonly kill: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** Folder of initdb and pg_ctl, where Debian's packages put them; undefined without Postgres. */
export function findPostgres(): string | undefined {
  try {
    const [newest] = readdirSync(installed).sort((a, b) => Number(b) - Number(a));
    return newest && path.join(installed, newest, "bin");
  } catch {
    return undefined; // Nothing is installed.
  }
}

/** Makes an empty database and starts it on a free port, with settings such as `max_connections=200`. */
export async function startPostgres(programs: string, more: readonly string[] = []): Promise<PostgresServer> {
  const folder = await mkdtemp(path.join(tmpdir(), "docent-postgres-"));
  const [data, port] = [path.join(folder, "data"), await findFreePort()];
  const call = await becomeOwner(folder);
  const control = (...args: readonly string[]) => call(path.join(programs, "pg_ctl"), ["-D", data, ...args]);
  await call(path.join(programs, "initdb"), ["-D", data, "-U", "docent", "--auth=trust", "--encoding=UTF8", "--no-sync"]);
  const settings = [`-p ${port} -k ${folder}`, ...["listen_addresses=127.0.0.1", ...more].map((one) => `-c ${one}`)].join(" ");
  const server = {
    url: `postgres://docent@127.0.0.1:${port}/postgres`,
    folder,
    start: () => control("-w", "-t", "60", "-l", path.join(folder, "log"), "-o", settings, "start"),
    kill: () => control("-m", "immediate", "stop"),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
  await server.start();
  return server;
}

/** Creates an empty schema on a server that other tests use too; gives its address, and what deletes it. */
export async function createSchema(server: string): Promise<{ url: string; remove: () => Promise<void> }> {
  const { default: pg } = await import("pg");
  const schema = `test_${randomBytes(8).toString("hex")}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create schema ${schema}`);
  const url = new URL(server);
  url.searchParams.set("options", `-c search_path=${schema}`);
  const remove = async () => {
    await admin.query(`drop schema ${schema} cascade`);
    await admin.end();
  };
  return { url: url.href, remove };
}

/** PgBouncer's program: the one that is named, or Debian's; undefined when it is not installed. */
export function findBouncer(named?: string): string | undefined {
  return [named, "/usr/sbin/pgbouncer"].find((file) => file && existsSync(file));
}

/** A running PgBouncer. */
export interface Bouncer {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** Starts PgBouncer in transaction mode before a Postgres server, with the given number of connections to it. */
export async function startBouncer(program: string, databaseUrl: string, { poolSize = 1 } = {}): Promise<Bouncer> {
  const folder = await mkdtemp(path.join(tmpdir(), "docent-bouncer-"));
  const [port, target] = [await findFreePort(), new URL(databaseUrl)];
  const users = path.join(folder, "users.txt");
  const settings = path.join(folder, "pgbouncer.ini");
  await writeFile(users, `"${target.username}" ""\n`);
  await writeFile(
    settings,
    `[databases]\n* = host=${target.hostname} port=${target.port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}
unix_socket_dir =\nauth_type = trust\nauth_file = ${users}\npool_mode = transaction\ndefault_pool_size = ${poolSize}\n`,
  );
  // PgBouncer refuses root.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (nobody.uid) for (const file of [folder, users, settings]) await chown(file, nobody.uid, nobody.gid);
  const child = spawn(program, [settings], { ...nobody, stdio: ["ignore", "ignore", "pipe"] });
  await new Promise<void>((resolve, reject) => {
    let said = "";
    child.stderr.on("data", (chunk) => {
      said += chunk;
      if (said.includes("process up")) resolve();
    });
    child.once("exit", () => reject(new Error(said)));
  });
  return {
    url: `postgres://${target.username}@127.0.0.1:${port}${target.pathname}`,
    pid: child.pid as number,
    stop: async () => {
      child.kill("SIGKILL");
      await rm(folder, { recursive: true });
    },
  };
}

/** Calls programs as a user who is not root, since Postgres refuses root, and gives that user the folder. */
async function becomeOwner(folder: string) {
  if (process.getuid?.() !== 0)
    return async (program: string, args: readonly string[]) => {
      await run(program, [...args]);
    };
  const numbers = await Promise.all(["-u", "-g"].map(async (of) => Number((await run("id", [of, "postgres"])).stdout)));
  const [uid = 0, gid = 0] = numbers;
  await chown(folder, uid, gid);
  return async (program: string, args: readonly string[]) => {
    await run(program, [...args], { uid, gid, cwd: folder });
  };
}
