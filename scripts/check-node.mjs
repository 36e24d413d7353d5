// Plain JavaScript, since it has to run on the Node versions that it refuses.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [major, minor] = process.versions.node.split(".").map(Number);

if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Docent needs Node 22.18 or newer, and this is ${process.version}. Install Node 24 from https://nodejs.org,\n` +
      "or with a version manager, which reads .nvmrc: nvm install, fnm use or mise use node@24. Then run `npm ci` again.",
  );
  process.exit(1);
}

const { resolve } = createRequire(import.meta.url);

try {
  resolve("next/package.json");
} catch {
  console.error("Docent's packages are not installed: run `npm ci` first.");
  process.exit(1);
}

// Runs the program that it is given, a file or one of a package. npm's signals end the shell between them alone, so a server ends when its shell has ended.
process.argv.splice(1, 1);
if (process.argv[1]) {
  process.argv[1] = existsSync(process.argv[1]) ? path.resolve(process.argv[1]) : resolve(process.argv[1]);
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 200).unref();
  await import(pathToFileURL(process.argv[1]).href);
}
