import { parseArgs } from "node:util";
import { getEnvironment } from "../lib/config/config.ts";
import { explainStore } from "../lib/db/failure.ts";
import { ServiceError, SettingsError } from "../lib/service-error.ts";

/** A mistake in a command, reported with its message and where to find help; anything else that is thrown is a fault. */
export class UsageError extends Error {}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>["options"]>;

/** Returns the options that a command was given, and its positionals if it takes any. @throws UsageError for others. */
export function readArguments<const Known extends Options>(
  args: readonly string[],
  { options, positionals = false }: { readonly options: Known; readonly positionals?: boolean },
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: positionals });
  } catch (thrown) {
    throw new UsageError(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

/**
 * Runs a command. `--help` prints the help and does nothing else; a UsageError is printed with where the help is and makes the
 * process exit with 1. So does a setting or a store that cannot be used, which is named with how to put it right, and any
 * other fault, of which the stack is printed.
 */
export async function runCommand(
  help: string,
  command: (args: readonly string[]) => unknown,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  if (args.includes("--help")) return console.log(help);
  try {
    await command(args);
  } catch (thrown) {
    console.error(thrown instanceof UsageError ? `${thrown.message}\n\nAll options: ${nameOf(help)} --help` : explain(thrown));
    process.exitCode = 1;
  }
}

/** Returns the command that a help is about: the first that it names. */
function nameOf(help: string): string {
  const [name = ""] = /npm run [\w:]+|npm test|node \S+/.exec(help) ?? [];
  return name.startsWith("npm") ? `${name} --` : name;
}

function explain(thrown: unknown): unknown {
  if (thrown instanceof SettingsError || thrown instanceof ServiceError) return thrown.message;
  try {
    const explained = explainStore(thrown, getEnvironment());
    return explained instanceof SettingsError ? explained.message : thrown;
  } catch {
    return thrown;
  }
}
