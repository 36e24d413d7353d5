/** Classes of the bar above an operation, at rest and filled in. */
export const BAR = "flex flex-wrap items-center gap-x-3 gap-y-2 rounded-(--radius) border border-line bg-sunk py-2 ps-3.5 pe-2";

/** Classes of the main button of the bar. */
export const SEND =
  "min-h-9 rounded-md border border-accent bg-accent px-4 font-semibold text-[0.9375rem] text-on-accent transition-opacity hover:opacity-90 print:hidden";
