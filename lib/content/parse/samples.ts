import type { Code, Root } from "mdast";
import { errorIn, type Finding } from "../../finding.ts";
import { findSimilar } from "../../likeness.ts";
import { readSampleName, samplePlaces } from "../files/samples.ts";
import type { Modules } from "../model/content-file.ts";
import { walk } from "../tree/jsx.ts";
import { findRegion, listRegions, withoutIndent } from "../tree/regions.ts";

const FILE = /(?:^|\s)file=(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"'{}]+))/;

interface Samples {
  /** The page. */
  readonly file: string;
  /** The files that it takes content from, by path. */
  readonly modules: Modules;
}

/**
 * Fills the fences that name a file with its text, or with the region or lines of it that they name: ```ts file="../examples/pay.ts#charge".
 * An empty fence of a missing file or region is an error. One with text of its own keeps it where there is no such file: to other systems
 * the name is a title.
 */
export function takeInSamples(tree: Root, { file, modules }: Samples): Finding[] {
  const findings: Finding[] = [];
  walk(tree, (node) => {
    const name = node.type === "code" ? sampleOf(node) : undefined;
    if (node.type !== "code" || name === undefined) return;
    const { value, fault } = readSample(name, { file, modules });
    if (value === undefined && node.value.trim() !== "") return;
    node.meta = (node.meta ?? "").replace(FILE, "").trim() || null;
    node.lang ??= /\.([a-z0-9]+)(?:#|$)/i.exec(name)?.[1]?.toLowerCase() ?? null;
    if (value !== undefined) node.value = value;
    else {
      const { line, column } = node.position?.start ?? {};
      findings.push(errorIn(file, fault, { line, column }));
    }
  });
  return findings;
}

/** Returns the name of the file in the meta of a fence, or in its language where that has none: ```file="a.py". */
function sampleOf(node: Code): string | undefined {
  if (node.lang?.startsWith("file=")) {
    node.meta = [node.lang, node.meta].filter(Boolean).join(" ");
    node.lang = null;
  }
  const [, double, single, bare] = FILE.exec(node.meta ?? "") ?? [];
  return double ?? single ?? bare;
}

type Sample = { readonly value: string; readonly fault?: undefined } | { readonly value?: undefined; readonly fault: string };

function readSample(name: string, { file, modules }: Samples): Sample {
  const { file: sample, region } = readSampleName(name);
  const place = samplePlaces(file, sample).find((each) => Object.hasOwn(modules, each));
  if (place === undefined)
    return {
      fault: `There is no sample ${sample} in the folders that code in docent.config.ts lists. Correct the path, or list its folder.`,
    };
  const text = modules[place] ?? "";
  const value = region === undefined ? text.trimEnd() : (linesOf(text, region) ?? findRegion(text, region));
  if (value !== undefined) return { value };
  const [meant] = findSimilar(region ?? "", new Set(listRegions(text)));
  return { fault: `${sample} has no region "${region}".${meant ? ` Did you mean "${meant}"?` : ""}` };
}

/** Returns the lines of a text that `L3` or `L3-L6` names; undefined for the name of a region. */
function linesOf(text: string, region: string): string | undefined {
  const [, from, to = from] = /^L(\d+)(?:-L?(\d+))?$/.exec(region) ?? [];
  return from === undefined ? undefined : withoutIndent(text.split("\n").slice(Number(from) - 1, Number(to)));
}
