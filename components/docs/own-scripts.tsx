import type { ScriptHTMLAttributes } from "react";
import type { Config } from "../../lib/config/config.ts";
import { withBasePath } from "./site-url.ts";

/** React's names of attributes that HTML writes in lower case. */
const SPELLING: Readonly<Record<string, string>> = {
  crossorigin: "crossOrigin",
  fetchpriority: "fetchPriority",
  nomodule: "noModule",
  referrerpolicy: "referrerPolicy",
};

/** The scripts that the configuration names, for the head of every page. */
export function OwnScripts({ scripts }: Pick<Config, "scripts">) {
  return scripts.map(({ src, inline, attributes }) => (
    <OwnScript key={src ?? inline} src={src} inline={inline} attributes={attributes} />
  ));
}

type OwnScriptProps = Pick<Config["scripts"][number], "src" | "inline" | "attributes">;

function OwnScript({ src, inline, attributes }: OwnScriptProps) {
  const given = Object.entries(attributes).map(([name, value]) => [SPELLING[name] ?? name, value === true ? "" : value]);
  const props: ScriptHTMLAttributes<HTMLScriptElement> = Object.fromEntries(given);
  const isDeferred = attributes.defer !== undefined && attributes.defer !== false;
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: text of the configuration, which is code */}
      {inline ? <script dangerouslySetInnerHTML={{ __html: inline }} /> : null}
      {src ? (
        <script {...props} async={!isDeferred} defer={isDeferred} src={src.startsWith("/") ? withBasePath(src) : src} />
      ) : null}
    </>
  );
}
