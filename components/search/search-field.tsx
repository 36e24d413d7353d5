import { Search, X } from "lucide";
import type { KeyboardEvent, RefObject } from "react";
import type { SearchMessages } from "../../lib/i18n/browser-messages.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { LucideSvg } from "../ui/lucide-svg.tsx";
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

/** Renders the input: a combobox, with buttons that clear it and close the dialog. */
export function SearchField({ input, value, messages, list, busy, onChange, onKeyDown, onClose }: SearchFieldProps) {
  const clear = () => {
    onChange("");
    input.current?.focus();
  };
  return (
    <div className="relative flex items-center gap-2 border-b border-line px-3">
      <LucideSvg icon={Search} size={20} className="size-5 shrink-0 text-muted" />
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
      {value !== "" && (
        <IconButton size="small" label={messages.clear} onClick={clear}>
          <LucideSvg icon={X} size={16} className="size-4" />
        </IconButton>
      )}
      <button
        type="button"
        onClick={onClose}
        className="min-h-8 pointer-coarse:min-h-10 pointer-coarse:px-3 shrink-0 rounded-md border border-line bg-sunk px-2 text-ink text-xs hover:bg-sunk"
      >
        <span className="max-sm:hidden">Esc</span>
        <span className="sm:sr-only"> {messages.close}</span>
      </button>
      <ProgressLine busy={busy} />
    </div>
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
