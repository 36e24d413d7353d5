import { readArguments, runCommand } from "./command-line.ts";

const help = `npm run lint, npm run format

They checked the style of the engine's files, which a site does not change. npm test checks types, pages and your own tests.`;

/** Where the code of a site calls these commands, it goes on: they check nothing, and say so. */
await runCommand(help, (args) => {
  readArguments(args, { options: {} });
  console.log(
    `${process.env.npm_lifecycle_event ?? "This command"} checks nothing in a site any more, and a later release removes it. For your own files choose a linter, ` +
      "such as: npm install --save-dev --save-exact @biomejs/biome && npx biome check site",
  );
});
