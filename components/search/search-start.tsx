import { Clock, FileText, X } from "lucide";
import type { SearchMessages } from "../../lib/i18n/browser-messages.ts";
import type { SiteScope } from "../site-scope.ts";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { AskOption, LinkOption, OPTION, optionId } from "./search-options.tsx";

interface SearchStartProps {
  readonly listId: string;
  readonly site: SiteScope;
  readonly recent: readonly string[];
  readonly active: number;
  readonly messages: SearchMessages;
  readonly onChoose: (query: string) => void;
  readonly onOpen: (path: string) => void;
  readonly onAsk: () => void;
  readonly onPoint: (index: number) => void;
  readonly onForget: (query: string) => void;
  readonly onClear: () => void;
}

const LABEL = "flex min-h-8 items-center justify-between px-3 font-semibold text-[0.8125rem] text-muted";
const QUIET = "min-h-8 rounded-md px-2 font-normal text-muted text-xs hover:bg-sunk hover:text-ink";

/** Renders the list before anything is typed: earlier searches, pages to begin with, and the assistant. */
export function SearchStart({
  listId,
  site,
  recent,
  active,
  messages,
  onChoose,
  onOpen,
  onAsk,
  onPoint,
  onForget,
  onClear,
}: SearchStartProps) {
  const asked = recent.length + site.startPages.length;
  const isEmpty = asked === 0 && !site.assistant;
  return (
    <div className="relative grid gap-2">
      {/* The buttons that forget are outside of the list, because a listbox may hold options only. This one is in the line of its heading. */}
      {recent.length > 0 ? (
        <button type="button" onClick={onClear} className={`absolute end-2 top-0 ${QUIET}`}>
          {messages.clearRecent}
        </button>
      ) : null}
      <div className="flex">
        <div id={listId} role="listbox" aria-label={messages.startList} className="grid min-w-0 flex-1 gap-2">
          {recent.length > 0 ? (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot group options of a listbox
            <div role="group" aria-label={messages.recent}>
              <span aria-hidden="true" className={LABEL}>
                {messages.recent}
              </span>
              {recent.map((query, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox input has the focus and handles the keys
                <div
                  key={query}
                  id={optionId(listId, index)}
                  role="option"
                  aria-selected={active === index}
                  tabIndex={-1}
                  onClick={() => onChoose(query)}
                  onPointerMove={active === index ? undefined : () => onPoint(index)}
                  className={`${OPTION} flex h-10 items-center gap-2.5 truncate border-transparent`}
                >
                  <LucideSvg icon={Clock} size={16} className="size-4 shrink-0 text-muted" />
                  {query}
                </div>
              ))}
            </div>
          ) : null}
          {site.startPages.length > 0 ? (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot group options of a listbox
            <div role="group" aria-label={messages.startPages}>
              <span aria-hidden="true" className={LABEL}>
                {messages.startPages}
              </span>
              {site.startPages.map(({ title, path }, index) => (
                <LinkOption
                  key={path}
                  id={optionId(listId, recent.length + index)}
                  href={path}
                  active={active === recent.length + index}
                  onChoose={() => onOpen(path)}
                  onPoint={() => onPoint(recent.length + index)}
                >
                  <span className="flex items-center gap-2.5">
                    <LucideSvg icon={FileText} size={16} className="size-4 shrink-0 text-muted" />
                    <span className="truncate">{title}</span>
                  </span>
                </LinkOption>
              ))}
            </div>
          ) : null}
          {site.assistant ? (
            <AskOption
              id={optionId(listId, asked)}
              query=""
              active={active === asked}
              messages={messages}
              atFoot
              onChoose={onAsk}
              onPoint={() => onPoint(asked)}
            />
          ) : null}
        </div>
        {recent.length > 0 ? (
          <div className="pt-8">
            {recent.map((query) => (
              <button
                key={query}
                type="button"
                aria-label={messages.removeRecent(query)}
                onClick={() => onForget(query)}
                className="flex size-10 items-center justify-center rounded-lg text-muted hover:bg-sunk hover:text-ink"
              >
                <LucideSvg icon={X} size={16} className="size-4" />
              </button>
            ))}
          </div>
        ) : null}
      </div>
      {isEmpty ? <p className="px-4 py-8 text-center font-medium text-ink">{messages.start}</p> : null}
    </div>
  );
}
