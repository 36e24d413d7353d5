import { TriangleAlert } from "lucide";
import { type Access, getConfig } from "../../lib/config/config.ts";
import type { Site } from "../../lib/content/site/site.ts";
import { docsMessages } from "../../lib/i18n/messages.ts";
import { findAddress, withBasePath } from "../../lib/site/served/site-url.ts";
import { buttonClass } from "../ui/button.ts";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { Message } from "../ui/message.tsx";
import { BIG_TITLE, NarrowPage } from "./narrow-page.tsx";

/** Reasons why an attempt to sign in failed, as the address of the page has them. */
export const SIGN_IN_FAULTS = ["password", "limit", "refused", "provider"] as const;
export type SignInFault = (typeof SIGN_IN_FAULTS)[number];

interface SignInProps {
  readonly site: Site;
  readonly language: string;
  readonly ways: Access["signIn"];
  /** Path to go on to, without base path. */
  readonly next: string;
  /** The reason why the last attempt failed. */
  readonly failed: SignInFault | undefined;
}

/** Renders the page on which readers sign in. Works without JavaScript. */
export function SignInPage({ site, language, ways, next, failed }: SignInProps) {
  const messages = docsMessages(language).signIn;
  const start = `/api/reader/start?next=${encodeURIComponent(next)}`;
  return (
    <NarrowPage site={site} language={language}>
      <h1 className={BIG_TITLE}>
        <Message of={messages} name="title" />
      </h1>
      <p className="text-muted">
        <Message of={messages} name="lead" />
      </p>
      {failed ? (
        <p role="alert" className="mt-6 flex gap-3 rounded-lg border border-(--tone-danger)/40 bg-(--tone-danger)/6 px-4 py-3">
          <LucideSvg icon={TriangleAlert} size={18} className="mt-0.5 shrink-0 text-(--tone-danger)" />
          {messages.failed[failed]}
        </p>
      ) : null}
      {ways.oidc ? (
        <p className="mt-8">
          {/* Of the address that the provider leads back to, whose cookie it has to be. */}
          <a className={buttonClass()} href={findAddress(start) ?? withBasePath(start)} rel="nofollow">
            {messages.with(ways.oidc.name ?? getConfig().organisation.name)}
          </a>
        </p>
      ) : null}
      {ways.password ? (
        <form method="post" action={withBasePath("/api/reader/password")} className="mt-8 grid gap-4">
          <input type="hidden" name="next" value={next} />
          <label className="grid gap-1.5 font-semibold">
            <Message of={messages} name="password" />
            <input
              type="password"
              name="password"
              required
              maxLength={500}
              autoComplete="current-password"
              className="w-full max-w-120 rounded-lg border border-line-strong bg-paper px-3.5 py-2.5 font-normal"
            />
          </label>
          <p>
            <button type="submit" className={buttonClass({ quiet: ways.oidc !== undefined })}>
              <Message of={messages} name="title" />
            </button>
          </p>
        </form>
      ) : null}
    </NarrowPage>
  );
}
