import { ArrowRight } from "lucide";
import { HERO, LANDING, LEAD, SECTION, SUBTITLE, TITLE } from "../components/landing/classes.ts";
import { CodeButtons, CodeFrame } from "../components/mdx/code.tsx";
import { Icon } from "../components/mdx/icon.tsx";
import type { LandingProps } from "../components/site-ui.ts";
import { RepositoryIcon } from "../components/ui/brand-icon.tsx";
import { buttonClass } from "../components/ui/button.ts";
import { LucideSvg } from "../components/ui/lucide-svg.tsx";
import { PageLink } from "../components/ui/page-link.tsx";
import { getConfig } from "../lib/config/config.ts";
import { findPage } from "../lib/content/site/site.ts";
import { type DocsMessages, docsMessages } from "../lib/i18n/messages.ts";
import { withBasePath } from "../lib/site/served/site-url.ts";
import { Highlighted } from "./highlighted.tsx";
import { type LandingCopy, landingCopy } from "./landing-copy.ts";
import { LiveDemo } from "./live-demo.tsx";

const commands = `git clone https://github.com/your-org/your-docs.git
cd your-docs
npm ci && npm run dev`;

const SUBTITLE_SIZE = "text-[clamp(1.5rem,1.3rem+1vw,2rem)]";
const INTRO = "mt-3 mb-7 max-w-2xl text-[1.0625rem] text-muted";
const MORE =
  "mt-auto inline-flex items-center gap-1.5 font-semibold text-[0.9375rem] text-accent underline-offset-4 hover:underline";

/** The landing page of Docent. */
export function DocentLanding({ site, language }: LandingProps) {
  const copy = landingCopy(language);
  const messages = docsMessages(language);
  const { repository } = getConfig().navigation;
  const pathOf = (slug: string) => findPage(site, { language, version: site.project.defaultVersion, slug })?.path;
  return (
    <main className={LANDING} id="content" tabIndex={-1}>
      <section className={`${HERO} lg:grid-cols-[1.05fr_1.1fr]`}>
        <div className="min-w-0">
          <h1 className={TITLE}>{copy.title}</h1>
          <p className={LEAD}>{copy.lead}</p>
          <p className="mt-8 flex flex-wrap gap-3">
            <Way className={buttonClass()} path={pathOf("quickstart")} text={copy.start} />
            <Way className={buttonClass({ quiet: true })} path={pathOf("call-the-api")} text={copy.api} />
            {repository ? (
              <a className={buttonClass({ quiet: true })} href={repository}>
                <RepositoryIcon url={repository} />
                {messages.repository}
              </a>
            ) : null}
          </p>
        </div>
        <LiveDemo site={site} language={language} query={copy.demo.query} question={copy.demo.question} />
      </section>
      <section className="grid gap-px overflow-hidden rounded-xl border border-line bg-line sm:grid-cols-2 lg:grid-cols-4">
        {copy.rooms.map(({ icon, name, text, slug, link }) => (
          <div key={slug} className="flex flex-col items-start bg-paper p-7">
            <span className="mb-4 text-accent">
              <Icon icon={icon} size={22} />
            </span>
            <h2 className={`${SUBTITLE} text-[1.375rem]`}>{name}</h2>
            <p className="mt-1.5 mb-4 text-[0.9688rem] text-muted">{text}</p>
            <Way className={MORE} path={pathOf(slug)} text={link} arrow />
          </div>
        ))}
      </section>
      <section className={SECTION}>
        <h2 className={`${SUBTITLE} ${SUBTITLE_SIZE}`}>{copy.apiTitle}</h2>
        <p className={INTRO}>{copy.apiText}</p>
        <PageLink className="block" href={pathOf("api/search/search") ?? "/"}>
          {(["light", "dark"] as const).map((theme) => (
            // biome-ignore lint/performance/noImgElement: a file of the public folder as it is, made by internal/manual/pictures.ts
            <img
              key={theme}
              className={`w-full rounded-xl border border-line ${theme === "light" ? "dark:hidden" : "hidden dark:block"}`}
              src={withBasePath(`/images/api-page-${theme}.png`)}
              alt={copy.apiPicture}
              width={1360}
              height={850}
              loading="lazy"
            />
          ))}
        </PageLink>
      </section>
      <Alone copy={copy} />
      <section
        className={`grid gap-x-16 gap-y-4 border-line border-t *:min-w-0 lg:grid-cols-[1fr_1.4fr] lg:items-center ${SECTION}`}
      >
        <div>
          <h2 className={`${SUBTITLE} ${SUBTITLE_SIZE}`}>{copy.runTitle}</h2>
          <p className={INTRO}>{copy.runText}</p>
        </div>
        <Snippet code={commands} label={copy.runTitle} messages={messages} />
      </section>
    </main>
  );
}

function Snippet({ code, label, messages }: { code: string; label: string; messages: DocsMessages }) {
  return (
    <CodeFrame title={undefined} label={label} language="bash" buttons={<CodeButtons messages={messages} />}>
      <pre>
        <Highlighted code={code} language="bash" />
      </pre>
    </CodeFrame>
  );
}

function Alone({ copy }: { copy: LandingCopy }) {
  return (
    <section className={SECTION}>
      <h2 className={`${SUBTITLE} ${SUBTITLE_SIZE}`}>{copy.aloneTitle}</h2>
      <p className={INTRO}>{copy.aloneText}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
      <div className="overflow-x-auto" tabIndex={0}>
        <table className="w-full border-collapse text-start max-sm:[&_:is(tr,th,td)]:block sm:[&_:is(th,td)]:border-line sm:[&_:is(th,td)]:border-b sm:[&_:is(th,td)]:py-3.5 sm:[&_:is(th,td)]:pe-6 [&_:is(th,td)]:text-start">
          <thead className="text-muted text-sm max-sm:hidden [&_th]:font-medium">
            <tr>
              {copy.columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {copy.parts.map(([part, start, variable]) => (
              <tr key={variable} className="max-sm:border-line max-sm:border-t max-sm:py-3.5">
                <th scope="row" className="font-[650]">
                  {part}
                </th>
                <td className="max-sm:text-muted">{start}</td>
                <td>
                  <code className="whitespace-nowrap rounded-md border border-line bg-sunk px-1.5 py-0.5 font-mono text-sm">
                    {variable}
                  </code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface WayProps {
  readonly path: string | undefined;
  readonly text: string;
  readonly className: string;
  readonly arrow?: boolean;
}

/** A link to a page of the documentation; nothing while that page does not exist. */
function Way({ path, text, className, arrow }: WayProps) {
  if (!path) return null;
  return (
    <PageLink className={className} href={path}>
      {text}
      {arrow ? <LucideSvg icon={ArrowRight} size={15} /> : null}
    </PageLink>
  );
}
