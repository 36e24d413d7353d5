/** Returns the classes of a link or button that stands out; `quiet` for the second of two. */
export function buttonClass({ quiet = false }: { readonly quiet?: boolean } = {}): string {
  const look = quiet
    ? "border-line-strong text-ink transition-colors hover:border-ink"
    : "border-accent bg-accent text-on-accent transition-opacity hover:opacity-90";
  return `inline-flex items-center gap-2 rounded-full border px-5 py-2.75 font-semibold ${look}`;
}

/** Classes of a small rounded button or link below the title of a page. */
export const PAGE_ACTION =
  "inline-flex items-center gap-1.75 rounded-full border border-line px-2.75 py-1.25 pointer-coarse:min-h-10 pointer-coarse:px-3.5 text-[0.8125rem] text-muted transition-colors hover:border-line-strong hover:text-ink";

/** Classes of a choice of a menu. */
export const MENU_ITEM =
  "flex w-full items-center gap-2.5 rounded-md px-2.5 py-1.75 pointer-coarse:py-2.5 text-start hover:bg-sunk aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-accent";

/** Classes of a button of the header with an icon and words; a narrow header shows the icon alone. */
export const HEADER_BOX =
  "inline-flex h-9.5 min-w-9.5 pointer-coarse:h-10 pointer-coarse:min-w-10 items-center justify-center gap-2 whitespace-nowrap rounded-lg border border-line bg-card text-muted text-sm @max-2xl/header:border-transparent @max-2xl/header:bg-transparent transition-colors hover:bg-sunk hover:text-ink";
