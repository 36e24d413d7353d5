import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const installed = "/usr/lib/postgresql";

/** A Postgres server of a test's own, which it may stop. */
export interface PostgresServer {
  readonly url: string;
  readonly start: () => Promise<void>;
  /** Ends it at once, as a crash would: connections are cut and nothing is finished. */
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

/** Makes an empty database and starts it on a free port. */
export async function startPostgres(programs: string): Promise<PostgresServer> {
  const folder = await mkdtemp(path.join(tmpdir(), "docent-postgres-"));
  const [data, port] = [path.join(folder, "data"), await findFreePort()];
  const call = await becomeOwner(folder);
  const control = (...args: readonly string[]) => call(path.join(programs, "pg_ctl"), ["-D", data, ...args]);
  await call(path.join(programs, "initdb"), ["-D", data, "-U", "docent", "--auth=trust", "--encoding=UTF8", "--no-sync"]);
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`;
  const server = {
    url: `postgres://docent@127.0.0.1:${port}/postgres`,
    start: () => control("-w", "-t", "60", "-l", path.join(folder, "log"), "-o", settings, "start"),
    kill: () => control("-m", "immediate", "stop"),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
  await server.start();
  return server;
}

/** Calls programs as somebody who is not root, since Postgres refuses root, and gives that user the folder. */
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

/** A port that nothing listens on now. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (address && typeof address === "object" ? resolve(address.port) : reject(new Error("No free port."))));
    });
  });
}
