const COLOURS: Readonly<Record<string, string>> = {
  get: "text-(--tone-info)",
  post: "text-(--tone-check)",
  put: "text-(--tone-warning)",
  patch: "text-(--tone-warning)",
  delete: "text-(--tone-danger)",
  webhook: "text-(--tone-check)",
};

/** Names that would not fit into the column of the sidebar. */
const SHORT: Readonly<Record<string, string>> = { DELETE: "DEL", OPTIONS: "OPT", WEBHOOK: "HOOK" };

/** Renders the method of an operation as a small coloured word. */
export function Method({ name, className = "w-10 text-[0.6875rem]" }: { name: string; className?: string }) {
  const colour = COLOURS[name.toLowerCase()] ?? "";
  return (
    <span className={`shrink-0 font-bold font-mono ${colour} ${className}`}>
      {SHORT[name.toUpperCase()] ?? name.toUpperCase()}
    </span>
  );
}
