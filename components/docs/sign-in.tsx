import { TriangleAlert } from "lucide";
import type { Site } from "../../lib/content/site/site.ts";
import { docsMessages } from "../../lib/i18n/messages.ts";
import { withBasePath } from "../../lib/site/served/site-url.ts";
import { buttonClass } from "../ui/button.ts";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { Message } from "../ui/message.tsx";
import { BIG_TITLE, NarrowPage } from "./narrow-page.tsx";

interface SignInProps {
  readonly site: Site;
  readonly language: string;
  /** False where a proxy signs readers in. */
  readonly hasPassword: boolean;
  /** Path to go on to, without base path. */
  readonly next: string;
  /** The reason why the last attempt failed. */
  readonly failed: "password" | "limit" | undefined;
}

/** Renders the page on which readers sign in. Works without JavaScript. */
export function SignInPage({ site, language, hasPassword, next, failed }: SignInProps) {
  const messages = docsMessages(language).signIn;
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
      {hasPassword ? (
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
            <button type="submit" className={buttonClass()}>
              <Message of={messages} name="title" />
            </button>
          </p>
        </form>
      ) : null}
    </NarrowPage>
  );
}
