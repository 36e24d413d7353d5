import type { Metadata } from "next";
import { getMainProject } from "../../lib/config/config.ts";
import type { Site } from "../../lib/content/site/site.ts";
import { errorsMessages } from "../../lib/i18n/messages.ts";
import { refusals, SERVICE_ERROR_CODES, type ServiceErrorCode } from "../../lib/service-error.ts";
import { toAddresses } from "../../lib/site/served/site-url.ts";
import { Message } from "../ui/message.tsx";
import { PageLink } from "../ui/page-link.tsx";
import { BIG_TITLE, KICKER, LISTED, LISTED_NAME, NarrowPage } from "./narrow-page.tsx";

/** Renders the page that an error's `type` links to, in the default language: the code's meaning, and how to fix it. */
export function ErrorCode({ site, code }: { readonly site: Site; readonly code: ServiceErrorCode }) {
  const language = getMainProject().defaultLanguage;
  const messages = errorsMessages(language);
  const { title, meaning, howToFix } = messages.codes[code];
  return (
    <NarrowPage site={site} language={language} above={[{ title: messages.allCodes, path: "/errors" }]}>
      <p className={KICKER}>
        <Message of={messages} name="status" /> {refusals[code].status} · {code}
      </p>
      <h1 className={BIG_TITLE}>{title}</h1>
      <h2 className={SECTION}>
        <Message of={messages} name="meaning" />
      </h2>
      <p>{meaning}</p>
      <h2 className={SECTION}>
        <Message of={messages} name="howToFix" />
      </h2>
      <p>{howToFix}</p>
    </NarrowPage>
  );
}

const SECTION = "mt-8 mb-1.5 font-[650] text-xl";

/** Lists every error code with its meaning. */
export function ErrorCodes({ site }: { readonly site: Site }) {
  const language = getMainProject().defaultLanguage;
  const messages = errorsMessages(language);
  return (
    <NarrowPage site={site} language={language}>
      <h1 className={BIG_TITLE}>
        <Message of={messages} name="allCodes" />
      </h1>
      <p className="mb-8 text-muted">
        <Message of={messages} name="lead" />
      </p>
      <ul>
        {SERVICE_ERROR_CODES.map((code) => (
          <li key={code}>
            <PageLink className={LISTED} href={`/errors/${code}`}>
              <strong className={LISTED_NAME}>
                {refusals[code].status} {code}
              </strong>
              <span className="text-[0.9375rem] text-muted">{messages.codes[code].meaning}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </NarrowPage>
  );
}

export function errorCodeMetadata(code: ServiceErrorCode): Metadata {
  const { name, defaultLanguage } = getMainProject();
  const { title, meaning } = errorsMessages(defaultLanguage).codes[code];
  return {
    title: { absolute: `${title} · ${name}` },
    description: meaning,
    alternates: toAddresses({ canonical: `/errors/${code}` }),
  };
}

export function errorCodesMetadata(): Metadata {
  const { name, defaultLanguage } = getMainProject();
  const { allCodes, lead } = errorsMessages(defaultLanguage);
  return { title: { absolute: `${allCodes} · ${name}` }, description: lead, alternates: toAddresses({ canonical: "/errors" }) };
}
