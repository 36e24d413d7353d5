/** A part of the header that may be hidden, and the pixels that this saves. */
export interface FitStep {
  /** The value of `data-fit` on the part, and of `data-fit-menu` on what takes its place in the menu. */
  readonly id: string;
  readonly saves: number;
  readonly inMenu: boolean;
}

/** The widths of the header's parts in pixels. */
export interface FitWidths {
  /** The whole line with everything but the menu. */
  readonly total: number;
  readonly menu: number;
  /** In the order in which they are hidden. */
  readonly steps: readonly FitStep[];
  /** Width that the line never exceeds. */
  readonly max: number;
  /** Font size of the root. */
  readonly rem: number;
}

/**
 * Measures the parts of the header whenever one changes, and tells the rules that follow. Returns what ends it.
 */
export function watchParts(sheet: HTMLStyleElement, steps: readonly FitStep[], tell: (rules: string) => void): () => void {
  const bar = sheet.parentElement;
  const observer = new ResizeObserver(() => {
    if (!bar) return;
    // Without the rules everything shows at its natural width; nothing is painted in between.
    sheet.disabled = true;
    const widths = measure(bar, steps);
    sheet.disabled = false;
    tell(toRules(widths));
  });
  for (const part of bar?.querySelectorAll(":scope > *, nav > a") ?? []) observer.observe(part);
  return () => observer.disconnect();
}

function measure(bar: HTMLElement, steps: readonly FitStep[]): FitWidths {
  const { paddingInlineStart, paddingInlineEnd, columnGap, maxWidth } = getComputedStyle(bar);
  const gap = Number.parseFloat(columnGap);
  const width = (part: Element) => part.getBoundingClientRect().width;
  const parts = [...bar.children].filter((part) => width(part) > 0 && getComputedStyle(part).position !== "absolute");
  const menu = [...bar.querySelectorAll("[data-fit-more]")].reduce((sum, part) => sum + width(part) + gap, 0);
  const padding = Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd);
  const saves = (id: string) => {
    if (id === "boxes")
      return [...bar.querySelectorAll("[data-fit-box]")].reduce(
        (sum, box) => sum + width(box) - box.getBoundingClientRect().height,
        0,
      );
    return [...bar.querySelectorAll(`[data-fit="${id}"]`)].reduce((sum, part) => sum + width(part) + gap, 0);
  };
  return {
    total: parts.reduce((sum, part) => sum + width(part), padding + gap * (parts.length - 1)) - menu,
    menu,
    steps: steps.map((step) => ({ ...step, saves: saves(step.id) })),
    max: Number.parseFloat(maxWidth) || Number.POSITIVE_INFINITY,
    rem: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
  };
}

const BOXES =
  "[data-fit-label]{width:0;margin-inline-start:-.5rem;overflow:hidden}[data-fit-hint]{display:none}[data-fit-box]{flex:none;padding:0}[data-fit-box]:not(:hover,:focus-visible,[aria-expanded=true]){background:none;border-color:transparent}";
const NAME =
  "[data-fit-name]{max-height:3.5em;font-size:.8125rem;line-height:1.15;white-space:normal;overflow-wrap:anywhere;text-wrap:balance}";

/** Returns a style sheet in which each step is taken where the steps before it do not suffice. */
export function toRules({ total, menu, steps, max, rem }: FitWidths): string {
  // The name shrinks only when all rules failed, as by the estimate; the search box shrinks before any part is hidden.
  const rules = ["[data-fit-home]{min-width:0;flex-shrink:1}[data-fit-box=search]{flex:0 9999 14rem}"];
  let needed = total;
  let bound = Number.POSITIVE_INFINITY;
  let hasMenu = false;
  for (const { id, saves, inMenu } of steps) {
    bound = Math.min(bound, needed > max ? Number.POSITIVE_INFINITY : needed);
    const edge = Number.isFinite(bound) ? `${Math.ceil((bound / rem) * 1000) / 1000}rem` : "999rem";
    const within = (css: string) => `@container header (width<${edge}){${css}}`;
    const hide = (selector: string) => `@container header (width>=${edge}){${selector}{display:none}}`;
    if (id === "boxes") rules.push(within(BOXES));
    else if (id === "name") rules.push(within(NAME));
    else rules.push(within(`${partsOf(id)}{display:none}`), hide(`[data-fit-menu="${id}"]`));
    if (inMenu && !hasMenu) {
      rules.push(hide("[data-fit-more]"));
      needed += menu;
      hasMenu = true;
    }
    needed -= saves;
  }
  return rules.join("");
}

/** Returns the selector of a part. The first link is the last to leave, so its selector is the whole list. */
function partsOf(id: string): string {
  return id === "0" ? "nav:has(>[data-fit='0'])" : `[data-fit="${id}"]`;
}
