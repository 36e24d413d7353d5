import type { AssistantMessages } from "../../lib/i18n/browser-messages.ts";
import type { SiteScope } from "../site-scope.ts";
import { SafeLink } from "./answer-text.tsx";
import { readLink } from "./links.ts";
import type { Source } from "./panel-message.ts";

interface SourcesProps {
  readonly sources: readonly Source[];
  readonly site: SiteScope;
  readonly messages: AssistantMessages;
  /** Called when the reader follows a link to a page of this site. */
  readonly onLeave: () => void;
}

/** The sections an answer is taken from, by the numbers that its text cites. */
export function Sources({ sources, ...shared }: SourcesProps) {
  if (sources.length === 0) return null;
  return (
    <div className="mt-3 rounded-lg border border-line bg-card" data-sources>
      <p aria-hidden="true" className="px-3 pt-2 font-semibold text-muted text-xs">
        {shared.messages.sources}
      </p>
      <ol aria-label={shared.messages.sources} className="p-1.5">
        {sources.map((source) => (
          <li key={source.url}>
            <SourceLink source={source} {...shared} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function SourceLink({ source, site, messages, onLeave }: Omit<SourcesProps, "sources"> & { readonly source: Source }) {
  const target = readLink(site, source.url, window.location.origin);
  const path = source.title.split(" > ");
  const words = (
    <>
      <span className="answer-marker shrink-0">{source.number}</span>
      <span className="min-w-0 wrap-anywhere">
        {path.length > 1 && <span className="text-muted">{path.slice(0, -1).join(" › ")} › </span>}
        {path.at(-1)}
      </span>
    </>
  );
  const style = "flex items-baseline gap-2 rounded-md px-1.5 py-1 text-sm";
  if (!target) return <span className={style}>{words}</span>;
  return (
    <SafeLink target={target} passage={source.passage} messages={messages} onLeave={onLeave} className={`${style} hover:bg-sunk`}>
      {words}
    </SafeLink>
  );
}
