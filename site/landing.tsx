import { ArrowRight } from "lucide-react";
import Link from "next/link";
import { RepositoryIcon } from "../components/docs/repository-icon.tsx";
import { CodeButtons, CodeFrame } from "../components/mdx/code.tsx";
import { Highlighted } from "../components/mdx/highlight.tsx";
import { Icon } from "../components/mdx/icon.tsx";
import type { LandingProps } from "../components/site-ui.ts";
import { buttonClass } from "../components/ui/button.ts";
import { getConfig } from "../lib/config/config.ts";
import { findPage } from "../lib/content/site.ts";
import { type DocsMessages, docsMessages } from "../lib/i18n/docs.ts";
import { type LandingCopy, landingCopy } from "./landing-copy.ts";
import { LandingPicture } from "./landing-picture.tsx";

const commands = `git clone https://github.com/your-org/your-docs.git
cd your-docs
npm ci && npm run dev`;

/** The landing page of Docent. */
export function DocentLanding({ site, language }: LandingProps) {
  const copy = landingCopy(language);
  const messages = docsMessages(language);
  const { repository } = getConfig().navigation;
  const pathOf = (slug: string) => findPage(site, { language, version: site.project.defaultVersion, slug })?.path;
  return (
    <main className="landing" id="content" tabIndex={-1}>
      <section className="landing-hero">
        <div>
          <h1>{copy.title}</h1>
          <p className="landing-lead">{copy.lead}</p>
          <p className="landing-ways">
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
        <LandingPicture copy={copy} />
      </section>
      <section className="landing-rooms">
        {copy.rooms.map(({ icon, name, text, slug, link }) => (
          <div key={slug}>
            <Icon icon={icon} size={22} />
            <h2>{name}</h2>
            <p>{text}</p>
            <Way className="landing-more" path={pathOf(slug)} text={link} arrow />
          </div>
        ))}
      </section>
      <Alone copy={copy} />
      <section className="landing-run">
        <div>
          <h2>{copy.runTitle}</h2>
          <p>{copy.runText}</p>
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
    <section className="landing-alone">
      <h2>{copy.aloneTitle}</h2>
      <p>{copy.aloneText}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
      <div className="table-scroll" tabIndex={0}>
        <table>
          <thead>
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
              <tr key={variable}>
                <th scope="row">{part}</th>
                <td>{start}</td>
                <td>
                  <code className="inline-code">{variable}</code>
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
    <Link className={className} href={path} prefetch={false}>
      {text}
      {arrow ? <ArrowRight aria-hidden size={15} /> : null}
    </Link>
  );
}
