// Plain JavaScript, since it has to run on the Node versions that it turns away.
const [major, minor] = process.versions.node.split(".").map(Number);

if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Docent needs Node 22.18 or newer, and this is ${process.version}.\n` +
      "`npm ci` brings Node 24 along for every npm script, unless it ran with --ignore-scripts or --omit=dev:\n" +
      "run `npm ci` again without them, or install Node 24 yourself.",
  );
  process.exit(1);
}
