import { Fragment } from "react";
import { splitLongNames } from "../../lib/long-names.ts";

/** A name of more letters does not fit the narrowest columns, and would break at any of them. */
const MAX_WHOLE = 14;

/** Renders a title in one element, with long names in it such as `GetTokenSupplies` broken only between their parts. */
export function BreakableName({ children: text }: { readonly children: string }) {
  const parts = splitLongNames(text, MAX_WHOLE);
  if (parts.every((part, index) => index === parts.length - 1 || part.endsWith(" "))) return text;
  return (
    <span>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts never change their order
        <Fragment key={index}>
          {index > 0 && !parts[index - 1]?.endsWith(" ") ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
