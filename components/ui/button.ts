/** Classes of a link or button that stands out; `quiet` for the second of two. */
export function buttonClass({ quiet = false }: { readonly quiet?: boolean } = {}): string {
  const look = quiet ? "border-line-strong text-ink hover:border-ink" : "border-accent bg-accent text-on-accent hover:opacity-90";
  return `inline-flex items-center gap-2 rounded-full border px-5 py-2.75 font-semibold transition ${look}`;
}
