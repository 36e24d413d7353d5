import { TriangleAlert } from "lucide";
import type { InsightsMessages } from "../../lib/i18n/messages.ts";
import { withBasePath } from "../../lib/site/served/site-url.ts";
import { buttonClass } from "../ui/button.ts";
import { LucideSvg } from "../ui/lucide-svg.tsx";

interface SignInProps {
  readonly messages: InsightsMessages;
  /** The reason why the last attempt failed. */
  readonly failed: "token" | "limit" | undefined;
}

/** Renders the form that exchanges an account token for a session. Works without JavaScript. */
export function SignIn({ messages, failed }: SignInProps) {
  return (
    <form method="post" action={withBasePath("/api/insights/session")} className="mt-8 grid gap-4">
      <p>
        {messages.signInLead}{" "}
        <code className="rounded bg-sunk px-1.5 py-0.5 text-[0.9em]">npm run keys -- create --kind account</code>
      </p>
      {failed ? (
        <p role="alert" className="flex gap-3 rounded-lg border border-(--tone-danger)/40 bg-(--tone-danger)/6 px-4 py-3">
          <LucideSvg icon={TriangleAlert} size={18} className="mt-0.5 shrink-0 text-(--tone-danger)" />
          {failed === "limit" ? messages.signInLimited : messages.signInFailed}
        </p>
      ) : null}
      <label className="grid gap-1.5 font-semibold">
        {messages.token}
        <input
          type="password"
          name="token"
          required
          maxLength={100}
          autoComplete="current-password"
          spellCheck={false}
          placeholder="da_…"
          className="w-full max-w-120 rounded-lg border border-line-strong bg-paper px-3.5 py-2.5 font-mono font-normal"
        />
      </label>
      <p>
        <button type="submit" className={buttonClass()}>
          {messages.signIn}
        </button>
      </p>
    </form>
  );
}

/** Ends the session. */
export function SignOut({ messages }: Pick<SignInProps, "messages">) {
  return (
    <form method="post" action={withBasePath("/api/insights/session")}>
      <button
        type="submit"
        name="action"
        value="sign-out"
        className="rounded-lg border border-line px-3 py-1.5 text-sm hover:bg-sunk"
      >
        {messages.signOut}
      </button>
    </form>
  );
}
