// Plain JavaScript, since it has to run on the Node versions that it refuses.
import { createRequire } from "node:module";

const [major, minor] = process.versions.node.split(".").map(Number);

if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Docent needs Node 22.18 or newer, and this is ${process.version}. Install Node 24 from https://nodejs.org,\n` +
      "or with a version manager, which reads .nvmrc: nvm install, fnm use or mise use node@24. Then run `npm ci` again.",
  );
  process.exit(1);
}

try {
  createRequire(import.meta.url).resolve("next/package.json");
} catch {
  console.error("Docent's packages are not installed: run `npm ci` first.");
  process.exit(1);
}
