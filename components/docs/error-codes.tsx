import type { Metadata } from "next";
import { getMainProject } from "../../lib/config/config.ts";
import { errorsMessages } from "../../lib/i18n/errors.ts";
import { refusals, SERVICE_ERROR_CODES, type ServiceErrorCode } from "../../lib/service-error.ts";
import { Message } from "../ui/message.tsx";
import { PageLink } from "../ui/page-link.tsx";
import { absoluteUrl } from "./site-url.ts";

/** What the `type` of an error document leads to: what the code means, and what to do. In the default language. */
export function ErrorCode({ code }: { code: ServiceErrorCode }) {
  const messages = errorsMessages(getMainProject().defaultLanguage);
  const { title, meaning, howToFix } = messages.codes[code];
  return (
    <main className="not-found" id="content" tabIndex={-1}>
      <p className="not-found-code">
        <Message of={messages} name="status" /> {refusals[code].status} · <code>{code}</code>
      </p>
      <h1>{title}</h1>
      <h2>
        <Message of={messages} name="meaning" />
      </h2>
      <p>{meaning}</p>
      <h2>
        <Message of={messages} name="howToFix" />
      </h2>
      <p>{howToFix}</p>
      <p className="not-found-ways">
        <PageLink className="button" data-quiet href="/errors">
          <Message of={messages} name="allCodes" />
        </PageLink>
      </p>
    </main>
  );
}

/** Every error code with its meaning. */
export function ErrorCodes() {
  const messages = errorsMessages(getMainProject().defaultLanguage);
  return (
    <main className="not-found" id="content" tabIndex={-1}>
      <h1>
        <Message of={messages} name="allCodes" />
      </h1>
      <p>
        <Message of={messages} name="lead" />
      </p>
      <ul>
        {SERVICE_ERROR_CODES.map((code) => (
          <li key={code}>
            <PageLink href={`/errors/${code}`}>
              <strong>
                {refusals[code].status} {code}
              </strong>
              <span>{messages.codes[code].meaning}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </main>
  );
}

export function errorCodeMetadata(code: ServiceErrorCode): Metadata {
  const { name, defaultLanguage } = getMainProject();
  const { title, meaning } = errorsMessages(defaultLanguage).codes[code];
  return {
    title: { absolute: `${title} · ${name}` },
    description: meaning,
    alternates: { canonical: absoluteUrl(`/errors/${code}`) },
  };
}

export function errorCodesMetadata(): Metadata {
  const { name, defaultLanguage } = getMainProject();
  const { allCodes, lead } = errorsMessages(defaultLanguage);
  return { title: { absolute: `${allCodes} · ${name}` }, description: lead, alternates: { canonical: absoluteUrl("/errors") } };
}
