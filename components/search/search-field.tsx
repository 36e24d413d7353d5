import type { KeyboardEvent, RefObject } from "react";
import type { SearchMessages } from "../../lib/i18n/search.ts";
import { optionId } from "./search-options.tsx";

interface SearchFieldProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly value: string;
  readonly messages: SearchMessages;
  /** The list below, and the place of its active option; -1 without one. */
  readonly list: { readonly id: string; readonly active: number; readonly expanded: boolean };
  readonly busy: boolean;
  readonly onChange: (value: string) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly onClose: () => void;
}

/** The line that is typed into: a combobox, with buttons that clear it and close the dialog. */
export function SearchField({ input, value, messages, list, busy, onChange, onKeyDown, onClose }: SearchFieldProps) {
  const clear = () => {
    onChange("");
    input.current?.focus();
  };
  return (
    <div className="relative flex items-center gap-2 border-b border-line px-3">
      <SearchIcon />
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={messages.placeholder}
        aria-expanded={list.expanded}
        aria-controls={list.id}
        aria-autocomplete="list"
        aria-activedescendant={list.active >= 0 ? optionId(list.id, list.active) : undefined}
        placeholder={messages.placeholder}
        value={value}
        maxLength={1000}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
      />
      {value !== "" && <ClearButton label={messages.clear} onClick={clear} />}
      <button
        type="button"
        onClick={onClose}
        className="min-h-8 shrink-0 rounded-md border border-line bg-sunk px-2 text-ink text-xs hover:bg-sunk"
      >
        <span className="max-sm:hidden">Esc</span>
        <span className="sm:sr-only"> {messages.close}</span>
      </button>
      <ProgressLine busy={busy} />
    </div>
  );
}

function SearchIcon() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      className="size-5 shrink-0 text-muted"
    >
      <circle cx="11" cy="11" r="7" />
      <path d="m20 20-4-4" strokeLinecap="round" />
    </svg>
  );
}

function ClearButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-sunk hover:text-ink"
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        className="size-4"
      >
        <path d="M18 6 6 18M6 6l12 12" />
      </svg>
    </button>
  );
}

function ProgressLine({ busy }: { busy: boolean }) {
  return (
    <div
      aria-hidden="true"
      className={`absolute inset-x-0 -bottom-px h-0.5 overflow-hidden transition-opacity delay-150 ${busy ? "opacity-100" : "opacity-0"}`}
    >
      <div className="h-full w-full bg-accent motion-safe:animate-pulse" />
    </div>
  );
}
