import type { ComponentProps } from "react";

const SIZES = { small: "size-8 pointer-coarse:size-10", normal: "size-9.5 pointer-coarse:size-10" } as const;

interface Look {
  /** 32 or 38 pixels square; 40 where fingers point. */
  readonly size?: keyof typeof SIZES;
}

/** Returns the classes of a square button that shows only an icon, also for links and menus that look like one. */
export function iconButtonClass({ size = "normal" }: Look = {}): string {
  return `${SIZES[size]} inline-grid shrink-0 place-items-center rounded-lg text-muted transition-colors hover:bg-sunk hover:text-ink disabled:opacity-40 aria-pressed:bg-accent-soft aria-pressed:text-accent`;
}

interface IconButtonProps extends Omit<ComponentProps<"button">, "aria-label" | "className" | "type">, Look {
  /** Its name, for screen readers and as a hint under the pointer. */
  readonly label: string;
}

export function IconButton({ label, size, children, ...button }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} {...button} className={iconButtonClass({ size })}>
      {children}
    </button>
  );
}
