import type { Code, Root, RootContent } from "mdast";
import convert from "npm-to-yarn";
import { createJsx } from "./engine/pages.ts";

const MANAGERS = ["npm", "pnpm", "yarn", "bun"] as const;
type Manager = (typeof MANAGERS)[number];

const MAX_COMMANDS_CHARS = 2_000;
/** The library takes time in the square of a line's length. */
const MAX_COMMAND_CHARS = 300;

/** Returns true for a text with a fence that `putInstallCommands` may replace. */
export function mayHoldInstallCommands(text: string): boolean {
  return /npm2yarn|package-install|^\s*(?:`{3,}|~{3,})npm\b/m.test(text);
}

/** Returns a tree with groups of fences, one for each package manager, instead of those that ask for it. */
export function putInstallCommands<Node extends Root | RootContent>(node: Node): Node {
  if (!("children" in node)) return node;
  const children = (node.children as RootContent[]).map((child) =>
    child.type === "code" ? (toInstallCommands(child) ?? child) : putInstallCommands(child),
  );
  return { ...node, children };
}

/**
 * Returns a fence of packages to install (`package-install`), or of npm's commands that its author wants for other package
 * managers too (`npm2yarn`, as Docusaurus and Nextra have it, or the language `npm`): a group of fences. Undefined for every
 * other fence.
 */
function toInstallCommands(fence: Code): RootContent | undefined {
  const isPackages = fence.lang === "package-install";
  if (!isPackages && fence.lang !== "npm" && !/(?:^|\s)npm2yarn(?=\s|$)/.test(fence.meta ?? "")) return undefined;
  if (fence.value.length > MAX_COMMANDS_CHARS || fence.value.split("\n").some((line) => line.length > MAX_COMMAND_CHARS))
    return undefined;
  const lines = fence.value
    .split("\n")
    .map((line) => (isPackages && !/^\s*(?:npm|npx|$|#)/.test(line) ? `npm install ${line}` : line));
  const all = MANAGERS.map((manager) => ({ manager, lines: lines.map((line) => translateLine(line.trim(), manager)) }));
  const fences = all.flatMap(({ manager, lines: translated }): Code[] =>
    translated.every((line) => line !== undefined)
      ? [{ ...fence, lang: "bash", meta: `title="${manager}"`, value: translated.join("\n") }]
      : [],
  );
  const children = fences.length === MANAGERS.length ? fences : [{ ...fence, lang: "bash", meta: null, value: lines.join("\n") }];
  return { ...createJsx("CodeGroup", children), position: fence.position };
}

/** Returns one line of npm as another manager has it; undefined when only npm has it. */
function translateLine(line: string, manager: Manager): string | undefined {
  if (manager === "npm" || line.startsWith("#")) return line;
  const commands = line.split(BETWEEN_COMMANDS).map((part, index) => (index % 2 === 1 ? part : translateCommand(part, manager)));
  return commands.every((command) => command !== undefined) ? commands.join("") : undefined;
}

/** The separators between the commands of a line, kept by `split`. */
const BETWEEN_COMMANDS = /(\s*(?:&&|\|\|?|;)\s*)/;
const NOT_TRANSLATED = "# couldn't auto-convert";
/** The library drops the version, which changes the meaning of every version but the latest. */
const VERSION_TO_CREATE = /^npm (?:create|init|innit) @?[^\s@]+@(?!latest(?:\s|$))/;

function translateCommand(command: string, manager: Exclude<Manager, "npm">): string | undefined {
  const known = command.replace(/^npm add\b/, "npm install");
  if (VERSION_TO_CREATE.test(known)) return undefined;
  const translated = convert(known, manager);
  if (translated.includes(NOT_TRANSLATED)) return undefined;
  // It asks nothing, and refuses the flag for that.
  return manager === "pnpm" ? translated.replace(/^pnpm init(?: -\S+)+$/, "pnpm init") : translated;
}
