const PATHS = {
  close: "M18 6 6 18M6 6l12 12",
  plus: "M12 5v14M5 12h14",
  send: "M12 19V5M6 11l6-6 6 6",
  stop: "M7 7h10v10H7z",
  again: "M20 5v5h-5M4 19v-5h5M19.5 10A8 8 0 0 0 6 6.5L4 9M4.5 14A8 8 0 0 0 18 17.5l2-2.5",
  up: "M7 21V10l4-7c1.5 0 2.5 1 2.5 2.5V9H19a2 2 0 0 1 2 2.3l-1.2 7.5A2 2 0 0 1 17.8 21zM7 21H4V10h3",
  down: "M17 3v11l-4 7c-1.5 0-2.5-1-2.5-2.5V15H5a2 2 0 0 1-2-2.3l1.2-7.5A2 2 0 0 1 6.2 3zM17 3h3v11h-3",
  below: "M12 5v14M6 13l6 6 6-6",
  history: "M3 12a9 9 0 1 0 3-6.7L3 8M3 3v5h5M12 8v4l3 2",
  warning: "M12 4 2.5 20h19zM12 10v4M12 17v.01",
  code: "m8 7-5 5 5 5M16 7l5 5-5 5",
  quote: "M4 6h16M4 12h16M4 18h10",
} as const;

export type IconName = keyof typeof PATHS;

/** A drawing that says nothing by itself: its meaning is the name of the button around it. */
export function Icon({ name, className = "size-4" }: { readonly name: IconName; readonly className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill={name === "stop" ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`${className} shrink-0`}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The look of a small square button. */
export const ICON_BUTTON =
  "inline-flex size-8 items-center justify-center rounded-lg text-muted transition-colors hover:bg-sunk hover:text-ink disabled:opacity-40 aria-pressed:bg-accent-soft aria-pressed:text-accent";

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** A small square button with a name. */
export function IconButton({ icon, label, pressed, disabled, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      disabled={disabled}
      title={label}
      onClick={onClick}
      className={ICON_BUTTON}
    >
      <Icon name={icon} />
    </button>
  );
}
