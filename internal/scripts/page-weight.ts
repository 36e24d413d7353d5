import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { readArguments, runCommand, UsageError } from "../../scripts/command-line.ts";

const help = `node internal/scripts/page-weight.ts [path ...]

Prints what a browser loads of built pages, by their paths, such as /docs/quickstart.`;

/** Bytes that a browser loads of a built page before anybody touches it, after gzip. */
interface PageWeight {
  /** The document, with the styles that are in it. */
  readonly html: number;
  /** Scripts of the page, without the one for browsers that know no modules. */
  readonly scripts: number;
  readonly styles: number;
}

const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;

/** Weighs a page of the build in `.next` by its path without base path, such as `/docs/quickstart`. */
function weighPage(pagePath: string, buildFolder = ".next"): PageWeight {
  const html = readFileSync(fileOf(pagePath, buildFolder), "utf8");
  const scripts = [...html.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes ?? "").filter(isLoadedScript);
  const styles = [...html.matchAll(/<link([^>]*rel="stylesheet"[^>]*)>/g)].map(([, attributes]) => attributes ?? "");
  return {
    html: gzipSync(html).length,
    scripts: weighFiles(scripts, /src="[^"]*?\/_next\/([^"?]+)/, buildFolder),
    styles: weighFiles(styles, /href="[^"]*?\/_next\/([^"?]+)/, buildFolder) + weighInline(html),
  };
}

function weighInline(html: string): number {
  const styles = [...html.matchAll(INLINE_STYLE)].map(([, text]) => text);
  return styles.length > 0 ? gzipSync(styles.join("\n")).length : 0;
}

function fileOf(pagePath: string, buildFolder = ".next"): string {
  return path.join(buildFolder, "server/app", `${pagePath === "/" ? "/index" : pagePath}.html`);
}

function isLoadedScript(attributes: string): boolean {
  return attributes.includes("src=") && !/nomodule/i.test(attributes);
}

function weighFiles(elements: readonly string[], address: RegExp, buildFolder: string): number {
  const files = new Set(elements.flatMap((attributes) => address.exec(attributes)?.[1] ?? []));
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(path.join(buildFolder, file))).length, 0);
}

if (process.argv[1] === import.meta.filename)
  await runCommand(help, (args) => {
    const { positionals } = readArguments(args, { options: {}, positionals: true });
    for (const page of positionals.length > 0 ? positionals : ["/", "/docs/quickstart"]) {
      if (!existsSync(fileOf(page))) throw new UsageError(`The build in .next holds no page ${page}.`);
      const { html, scripts, styles } = weighPage(page);
      const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
      console.log(`${page}: scripts ${kilobytes(scripts)}, styles ${kilobytes(styles)}, HTML ${kilobytes(html)} (gzip)`);
    }
  });
