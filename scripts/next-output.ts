// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape begins a colour
const COLOURS = /\u001b\[[\d;]*m/g;

/** Steps of Next that end by themselves, and figures about its own files. */
const STEPS = [
  /^\s*Creating an optimized production build/,
  /^(?:Generating route types|✓ Types generated)/,
  /^\s*(?:Skipping validation of types|Finished TypeScript config validation)/,
  /^\s*Collecting (?:page data|build traces)/,
  /^\s*(?:✓ )?Generating static pages/,
  /^\s*Finalizing page optimization/,
  /^✓ Running next\.config\.mjs took/,
];
const EXPERIMENTS = /^- Experiments \(use with caution\):$/;
const EXPERIMENT = /^\s+[·✓⨯] /;
const TABLE = /^Route \((?:app|pages)\)/;
/** A row of the table of routes, and the legend below it. */
const ROW = /^[┌├└│+]|^\s*[○●◐ƒ]\s+(?:\(|Proxy|\/)|^\s{2,}└|^$/;

/**
 * Creates a filter of the lines that Next prints: false for its experiments, its table of routes and its steps, and for a blank line
 * beside one of them. Every line that it does not know is kept.
 */
export function createNoiseFilter(): (line: string) => boolean {
  let block: RegExp | undefined;
  let isAfterNoise = true;
  return (line) => {
    const text = line.replace(COLOURS, "").trimEnd();
    if (block?.test(text)) return false;
    block = EXPERIMENTS.test(text) ? EXPERIMENT : TABLE.test(text) ? ROW : undefined;
    if (block || STEPS.some((step) => step.test(text)) || (text === "" && isAfterNoise)) {
      isAfterNoise = true;
      return false;
    }
    isAfterNoise = text === "";
    return true;
  };
}
