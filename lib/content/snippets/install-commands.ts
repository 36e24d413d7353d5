// Tested in install-commands.test.ts.
import type { Code, RootContent } from "mdast";

const MANAGERS = ["npm", "pnpm", "yarn", "bun"] as const;
type Manager = (typeof MANAGERS)[number];

const LONGEST = 2_000;

/**
 * A fence of packages to install (`package-install`), or of npm's commands that its author wants for other package managers too
 * (`npm2yarn`, as Docusaurus and Nextra have it, or the language `npm`): a group of fences. Undefined for every other fence.
 */
export function toInstallCommands(fence: Code): RootContent | undefined {
  const isPackages = fence.lang === "package-install";
  if (!isPackages && fence.lang !== "npm" && !/(?:^|\s)npm2yarn(?=\s|$)/.test(fence.meta ?? "")) return undefined;
  if (fence.value.length > LONGEST) return undefined;
  const lines = fence.value
    .split("\n")
    .map((line) => (isPackages && !/^\s*(?:npm|npx|$|#)/.test(line) ? `npm install ${line}` : line));
  const all = MANAGERS.map((manager) => ({ manager, lines: lines.map((line) => translate(line.trim(), manager)) }));
  const fences = all.flatMap(({ manager, lines: translated }): Code[] =>
    translated.every((line) => line !== undefined)
      ? [{ ...fence, lang: "bash", meta: `title="${manager}"`, value: translated.join("\n") }]
      : [],
  );
  const children = fences.length === MANAGERS.length ? fences : [{ ...fence, lang: "bash", meta: null, value: lines.join("\n") }];
  return { type: "mdxJsxFlowElement", name: "CodeGroup", attributes: [], children, position: fence.position } as RootContent;
}

const RUN: Record<Manager, string> = { npm: "npm run", pnpm: "pnpm run", yarn: "yarn", bun: "bun run" };
const EXECUTE: Record<Manager, string> = { npm: "npx", pnpm: "pnpm dlx", yarn: "yarn dlx", bun: "bunx" };

/** One line of npm as another manager has it; undefined where only npm has it. */
function translate(line: string, manager: Manager): string | undefined {
  if (manager === "npm" || line === "" || line.startsWith("#")) return line;
  const [program, command = "", ...rest] = line.split(/\s+/);
  if (program === "npx") return [EXECUTE[manager], command, ...rest].join(" ").trim();
  if (program !== "npm" || /[&|;]/.test(line)) return undefined;
  switch (command) {
    case "install":
    case "i":
    case "add":
      return install(rest, manager);
    case "uninstall":
    case "remove":
      return [manager, "remove", ...rest].join(" ");
    case "run":
      return [RUN[manager], ...rest].join(" ");
    case "start":
    case "test":
      return [RUN[manager], command, ...rest].join(" ");
    case "create":
    case "init":
      return rest.length > 0 ? [manager, "create", ...rest].join(" ") : undefined;
    default:
      return undefined;
  }
}

function install(words: readonly string[], manager: Manager): string {
  const rest = words.filter((word) => !/^(?:-S|--save)$/.test(word)).map((word) => (word === "--save-dev" ? "-D" : word));
  if (rest.every((word) => word.startsWith("-"))) return [manager, "install", ...rest].join(" ");
  const others = rest.filter((word) => !/^(?:-g|--global)$/.test(word));
  if (others.length === rest.length) return [manager, "add", ...rest].join(" ");
  return manager === "yarn" ? ["yarn global add", ...others].join(" ") : [manager, "add -g", ...others].join(" ");
}
