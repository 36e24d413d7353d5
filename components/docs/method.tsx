/** The method of an operation as a small coloured word. */
export function Method({ name }: { name: string }) {
  return (
    <span className="method" data-method={name.toLowerCase()}>
      {name.toUpperCase()}
    </span>
  );
}
