import { readdir } from "node:fs/promises";
import path from "node:path";
import { getConfig } from "../../lib/config/config.ts";

/** Every kind of file that belongs to a deployment, by its path there. What is of none was shipped by mistake. */
const KINDS = {
  server: /^(?:server(?:\.main)?\.js|package\.json)$/,
  build:
    /^\.next\/(?:BUILD_ID|package\.json|[\w-]+\.json|(?:server|static)\/.+\.(?:js|json|html|rsc|meta|body|css|woff2|wasm|png|ico|svg))$/,
  // Links to packages under the names that the build gave them.
  aliases: /^\.next\/node_modules\/(?:@[\w.-]+\/)?[\w.-]+-[0-9a-f]{16}$/,
  packages: /^node_modules\/.+$/,
  // What the build read and counted.
  artefacts: /^\.snapshot\/[\w.-]+\.(?:json|json\.gz|bin\.gz)$/,
  // With their notice of licence.
  words: /^lib\/search\/data\/[\w-]+(?:\.(?:bin|json|txt|md))?$/,
  // Worker threads run files as they are.
  workers: /^lib\/cards\/[\w-]+\.mts$/,
  // The bundler takes the source of a thread along with the chunk that it made of it.
  threads: /^\.next\/(?:server\/assets|static\/media)\/(?:build-)?thread\.[\w-]+\.ts$/,
  commands: /^commands\/[\w.-]+\.js$/,
  publicFiles: /^public\/(?:\.well-known\/)?(?:[^./][^/]*\/)*[^./][^/]*$/,
  // The host's own, and the example that it takes along with every file of variables.
  vercel: /^(?:___(?:vc\/|next_launcher).+|\.env\.example)$/,
} as const;

/** Files of a folder that a host gets, by their paths in it. */
export async function listShipped(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  return files.map((file) => path.relative(folder, path.join(file.parentPath, file.name)).split(path.sep).join("/")).sort();
}

/** Those of the files that are of no kind which belongs there: neither of the table above nor named by the settings. */
export function findForeign(files: readonly string[]): string[] {
  const { projects } = getConfig();
  // A description may be in several files.
  const folders = projects
    .flatMap(({ apiDescription = "" }) => path.posix.dirname(apiDescription))
    .filter((folder) => folder !== ".");
  const isDescription = (file: string) =>
    /\.(?:json|ya?ml)$/.test(file) && folders.some((folder) => file.startsWith(`${folder}/`));
  const isHidden = (file: string) => /(?:^|\/)\.(?!well-known\/)/.test(file);
  const isContent = (file: string) => projects.some(({ content }) => file.startsWith(`${content}/`)) && !isHidden(file);
  return files.filter(
    (file) => !isDescription(file) && !isContent(file) && !Object.values(KINDS).some((kind) => kind.test(file)),
  );
}
