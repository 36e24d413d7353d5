import type { Site } from "../../lib/content/site/site.ts";
import type { InsightsMessages } from "../../lib/i18n/messages.ts";
import type { AgentsDashboard } from "../../lib/insights/dashboard.ts";
import { ListItem, ListSection, SHOWN } from "./lists.tsx";
import { PageLink } from "./page-link.tsx";

interface AgentsProps {
  readonly agents: AgentsDashboard;
  readonly site: Site;
  readonly language: string;
  readonly messages: InsightsMessages;
}

/** Renders what agents read, asked and missed, and which crawlers came; nothing where neither did. */
export function Agents({ agents, site, language, messages }: AgentsProps) {
  const { families, pages, searches, missing, reports } = agents;
  if (families.length === 0) return null;
  const format = new Intl.NumberFormat(language);
  const section = { title: messages.agentsTitle, hint: messages.agentsHint, report: "agents", count: families.length };
  return (
    <>
      <ListSection {...section} messages={messages}>
        {families.slice(0, SHOWN).map(({ family, isCrawler, reads, searches: asked, missing: guessed }) => (
          <ListItem
            key={`${isCrawler}${family}`}
            main={<strong className="font-semibold">{family}</strong>}
            facts={[
              ...(isCrawler ? [messages.crawler] : []),
              messages.agentCounts(format.format(reads), format.format(asked), format.format(guessed)),
            ].join(" · ")}
          />
        ))}
      </ListSection>
      <ListSection title={messages.agentPagesTitle} report="agent-pages" count={pages.length} messages={messages}>
        {pages.slice(0, SHOWN).map(({ page, family, reads }) => (
          <ListItem
            key={`${page}\n${family}`}
            main={<PageLink site={site} path={page} />}
            facts={`${family} · ${messages.times(reads)}`}
          />
        ))}
      </ListSection>
      <ListSection title={messages.agentSearchesTitle} report="agent-searches" count={searches.length} messages={messages}>
        {searches.slice(0, SHOWN).map(({ text, language: of, version, empty }) => (
          <ListItem
            key={`${text}\n${of}\n${version}`}
            main={<strong className="font-semibold">{text}</strong>}
            facts={[messages.noResult(empty), of, version].filter(Boolean).join(" · ")}
          />
        ))}
      </ListSection>
      <ListSection title={messages.agentMissingTitle} report="agent-missing" count={missing.length} messages={messages}>
        {missing.slice(0, SHOWN).map(({ path, count }) => (
          <ListItem key={path} main={<code className="font-semibold">{path}</code>} facts={messages.times(count)} />
        ))}
      </ListSection>
      <ListSection title={messages.agentReportsTitle} report="agent-reports" count={reports.length} messages={messages}>
        {reports.slice(0, SHOWN).map(({ page, text, lastAt }, index) => (
          <ListItem key={`${lastAt}${index.toString()}`} main={<PageLink site={site} path={page} />} facts={text} />
        ))}
      </ListSection>
    </>
  );
}
