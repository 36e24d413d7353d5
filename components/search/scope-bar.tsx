import { ChevronRight } from "lucide";
import { useId } from "react";
import type { SearchMessages } from "../../lib/i18n/browser-messages.ts";
import type { Named, SiteScope } from "../site-scope.ts";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import type { ResultKind, SearchBoxRequest } from "./search-client.ts";

interface ScopeBarProps {
  readonly site: SiteScope;
  readonly request: SearchBoxRequest;
  readonly messages: SearchMessages;
  readonly onChange: (request: SearchBoxRequest) => void;
}

/** Says in which version and language is searched, and unfolds to switch them. A level with one choice is not shown. */
export function ScopeBar({ site, request, messages, onChange }: ScopeBarProps) {
  if (site.versions.length < 2 && site.languages.length < 2) return null;
  return (
    <details className="group border-b border-line bg-sunk px-3 text-xs">
      <summary className="flex min-h-9 pointer-coarse:min-h-11 cursor-pointer list-none items-center gap-1.5 text-muted hover:text-ink">
        <LucideSvg icon={ChevronRight} size={14} className="size-3.5 group-open:rotate-90" />
        {messages.searchedIn(scopeOf(site, request, messages).join(", "))}
      </summary>
      <div className="flex gap-2 pb-2">
        <ScopeSelect
          label={messages.version}
          all={messages.allVersions}
          choices={site.versions}
          value={request.version}
          onChange={(version) => onChange({ ...request, version })}
        />
        <ScopeSelect
          label={messages.language}
          all={messages.allLanguages}
          choices={site.languages}
          value={request.language}
          onChange={(language) => onChange({ ...request, language })}
        />
      </div>
    </details>
  );
}

/** Returns the searched scope in words: the version, then the language. */
function scopeOf(site: SiteScope, request: SearchBoxRequest, messages: SearchMessages): string[] {
  const label = (choices: readonly Named[], value: string | null, all: string) =>
    choices.length < 2 ? [] : [choices.find(({ id }) => id === value)?.label ?? all];
  return [
    ...label(site.versions, request.version, messages.allVersions),
    ...label(site.languages, request.language, messages.allLanguages),
  ];
}

interface ScopeSelectProps {
  readonly label: string;
  readonly all: string;
  readonly choices: readonly Named[];
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

function ScopeSelect({ label, all, choices, value, onChange }: ScopeSelectProps) {
  const id = useId();
  if (choices.length < 2) return null;
  return (
    <div className="inline-flex min-h-8 min-w-0 items-center gap-1.5 rounded-md border border-line bg-card ps-2.5 text-xs focus-within:outline-2 focus-within:outline-accent max-sm:flex-1 max-sm:ps-1">
      <label htmlFor={id} className="text-muted max-sm:sr-only">
        {label}
      </label>
      <select
        id={id}
        value={value ?? ""}
        onChange={(event) => onChange(event.target.value || null)}
        className="h-8 max-w-44 truncate max-sm:w-full max-sm:max-w-none rounded-md bg-card pe-2 font-medium text-ink outline-none"
      >
        {choices.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.label}
          </option>
        ))}
        <option value="">{all}</option>
      </select>
    </div>
  );
}

interface KindBarProps {
  /** Those among the results. */
  readonly kinds: readonly ResultKind[];
  readonly kind: ResultKind | null;
  readonly messages: SearchMessages;
  readonly onChange: (kind: ResultKind | null) => void;
}

const KINDS: readonly ResultKind[] = ["guide", "api", "changelog"];

/** Chooses which kind of pages is shown. */
export function KindBar({ kinds, kind, messages, onChange }: KindBarProps) {
  return (
    <fieldset className="flex flex-wrap gap-1.5 px-3 pt-2">
      <legend className="sr-only">{messages.kind}</legend>
      {[null, ...KINDS.filter((each) => each === kind || kinds.includes(each))].map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === kind}
          onClick={() => onChange(each)}
          className="min-h-7 pointer-coarse:min-h-10 rounded-full border border-line px-2.5 text-muted text-xs hover:text-ink aria-pressed:border-accent aria-pressed:text-accent"
        >
          {each ? messages.kinds[each] : messages.allKinds}
        </button>
      ))}
    </fieldset>
  );
}
