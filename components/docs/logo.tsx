/** The site's sign: a doorway with somebody in it who knows the way. */
export function Logo({ size = 22 }: { size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 22 22"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
    >
      <path d="M3 20V10a8 8 0 0 1 16 0v10" strokeWidth="2.2" />
      <circle cx="11" cy="11" r="2.4" fill="currentColor" stroke="none" />
      <path d="M11 16.4V20" strokeWidth="2.4" />
    </svg>
  );
}
