// Plain JavaScript, since it has to run on the Node versions that it refuses.
import { createRequire } from "node:module";

try {
  createRequire(import.meta.url).resolve("next/package.json");
} catch {
  console.error("Docent's packages are not installed: run `npm ci` first, which brings Node 24 along.");
  process.exit(1);
}

const [major, minor] = process.versions.node.split(".").map(Number);

if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Docent needs Node 22.18 or newer, and this is ${process.version}.\n` +
      "`npm ci` brings Node 24 along for every npm script, unless npm ignores install scripts or leaves out dev packages:\n" +
      "run `npm ci --ignore-scripts=false --include=dev`, or install Node 24 yourself.",
  );
  process.exit(1);
}
