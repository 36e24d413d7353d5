import { CircleAlert, CircleCheck, type IconNode, Info as InfoIcon, Lightbulb, NotebookPen, OctagonAlert } from "lucide";
import type { CSSProperties } from "react";
import { getOwn } from "../../lib/content/model/records.ts";
import type { DocsMessages } from "../../lib/i18n/messages.ts";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import type { PropsFor } from "./blocks.tsx";
import { hasIcon, Icon } from "./icon.tsx";
import { Words } from "./words.tsx";

type Tone = "note" | "warning" | "info" | "tip" | "check" | "danger";

const toneIcons: Readonly<Record<Tone, IconNode>> = {
  note: NotebookPen,
  warning: CircleAlert,
  info: InfoIcon,
  tip: Lightbulb,
  check: CircleCheck,
  danger: OctagonAlert,
};

/** Creates Note, Warning, Info, Tip, Check, Danger and the general Callout, in the language of the page. */
export function calloutsIn(messages: DocsMessages) {
  const toned = (tone: Tone) =>
    function ToneCallout(props: PropsFor<"Note">) {
      return <CalloutBox {...props} tone={tone} messages={messages} />;
    };
  return {
    Note: toned("note"),
    Warning: toned("warning"),
    Info: toned("info"),
    Tip: toned("tip"),
    Check: toned("check"),
    Danger: toned("danger"),
    Callout: (props: PropsFor<"Callout">) => <CalloutBox {...props} tone={toToneName(props.type)} messages={messages} />,
  };
}

const otherNames: Readonly<Record<string, Tone>> = { warn: "warning", error: "danger", success: "check", idea: "tip" };

function toToneName(type = "note"): Tone {
  return Object.hasOwn(toneIcons, type) ? (type as Tone) : (getOwn(otherNames, type) ?? "note");
}

type BoxProps = PropsFor<"Callout"> & { readonly tone: Tone; readonly messages: DocsMessages };

function CalloutBox({ children, title, icon, color, tone, messages }: BoxProps) {
  return (
    <div
      className="callout"
      style={{ "--tone": color ?? `var(--tone-${tone})` } as CSSProperties}
      role="note"
      aria-label={title?.replaceAll("`", "") ?? messages[tone]}
    >
      <span className="callout-icon">
        {hasIcon(icon) ? <Icon icon={icon} /> : <LucideSvg icon={toneIcons[tone]} size={18} />}
      </span>
      <div className="callout-body">
        {title ? (
          <p className="callout-title">
            <Words>{title}</Words>
          </p>
        ) : null}
        {children}
      </div>
    </div>
  );
}
