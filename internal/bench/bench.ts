import { runCommand, UsageError } from "../../scripts/command-line.ts";

const help = `Measures quality and speed.

  npm run bench -- search   what search finds, beside other engines, and what an engine costs by size
  npm run bench -- answers  what the answerer cites, and what it refuses
  npm run bench -- load     what servers bear, alone and several, and what that costs of processor, memory and store
  npm run bench -- attack   whether a server of the build holds against what would stop, take over or empty it
  npm run bench -- vercel   what the functions of a Vercel build weigh, and how long they take to their first answer
  npm run bench -- build    how long a build takes, and what a writer waits for, beside Fumadocs
  npm run bench -- pages    what sites of thousands of pages take to build, start, search and update
  npm run bench -- review   which pages mention what a change of an API took away, beside labels

Each has options, which it tells with --help.`;

const benches = {
  search: () => import("./search.ts"),
  answers: () => import("./answers.ts"),
  load: () => import("./load.ts"),
  attack: () => import("./attack.ts"),
  vercel: () => import("./vercel.ts"),
  build: () => import("./build.ts"),
  pages: () => import("./pages.ts"),
  review: () => import("./review.ts"),
};

const [name = "", ...args] = process.argv.slice(2);
if (Object.hasOwn(benches, name)) {
  const bench = await benches[name as keyof typeof benches]();
  await runCommand(bench.help, bench.run, args);
} else
  await runCommand(help, () => {
    throw new UsageError(name ? `There is no bench "${name}".` : "Say what to measure.");
  });
