import { ArrowUpRight } from "lucide";
import type { ComponentProps, ReactNode } from "react";
import { getConfig } from "../../lib/config/config.ts";
import { findLoadable, readAddress } from "../../lib/content/model/address.ts";
import type { DocsMessages } from "../../lib/i18n/messages.ts";
import { withBasePath } from "../../lib/site/served/site-url.ts";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { elementsOf } from "./blocks.tsx";

/**
 * Images, embeds, films and sounds of a page: from the site itself and from any https host, or from those that the configuration
 * lists; instead of any other a link, which says what it is of and where it leads.
 */
export function mediaIn(messages: DocsMessages) {
  function Picture({ src, alt = "", children: _words, noZoom, ...others }: ComponentProps<"img"> & { noZoom?: unknown }) {
    const address = typeof src === "string" ? src : "";
    const shown = toLoaded(address, getConfig().images.allow);
    if (shown === undefined) return <BlockedMedia address={address} kind={messages.imageLink} name={alt} />;
    const zoom = noZoom === undefined ? {} : { "data-nozoom": "" };
    // biome-ignore lint/performance/noImgElement: sizes are unknown and the image optimizer would need every host as well
    return <img src={shown} alt={alt} loading="lazy" decoding="async" {...zoom} {...others} />;
  }

  function Embed({ src = "", title, style, ...others }: ComponentProps<"iframe">) {
    const shown = toLoaded(src, getConfig().embeds.allow);
    if (shown === undefined) return <BlockedMedia address={src} kind={messages.embedLink} name={title} />;
    const permissions = "allow-scripts allow-same-origin allow-popups allow-forms allow-presentation";
    const name = title ?? messages.embedLink;
    const shape = others.height === undefined ? { aspectRatio: "16/9", ...style } : style;
    return <iframe src={shown} title={name} loading="lazy" sandbox={permissions} style={shape} {...others} />;
  }

  function playerOf(Tag: "video" | "audio", kind: string) {
    return function Player({ src, poster, children, ...others }: ComponentProps<"video">) {
      const { allow } = getConfig().images;
      const forms = elementsOf<ComponentProps<"source">>(children).filter(({ type }) => type === Source || type === "source");
      const written = [src, ...forms.map(({ props }) => props.src)].filter(isText);
      const [first] = written;
      if (first !== undefined && !written.some((address) => toLoaded(address, allow)))
        return <BlockedMedia address={first} kind={kind} name={others.title} />;
      const picture = isText(poster) ? toLoaded(poster, allow) : undefined;
      return (
        <Tag {...others} {...(Tag === "video" && { poster: picture })} src={isText(src) ? toLoaded(src, allow) : undefined}>
          {children}
        </Tag>
      );
    };
  }
  return {
    img: Picture,
    Image: Picture,
    iframe: Embed,
    video: playerOf("video", messages.videoLink),
    audio: playerOf("audio", messages.audioLink),
    source: Source,
    track: Track,
  };
}

/** Renders one of several sources of a video, a sound or a picture. */
function Source({ src, srcSet, ...others }: ComponentProps<"source">) {
  const { allow } = getConfig().images;
  const sizes = srcSet?.split(/,\s+/).map((part) => {
    const [address = "", ...size] = part.trim().split(/\s+/);
    return [toLoaded(address, allow), ...size];
  });
  const shown = isText(src) ? toLoaded(src, allow) : undefined;
  if ((isText(src) && shown === undefined) || sizes?.some(([address]) => address === undefined)) return null;
  return <source {...others} src={shown} srcSet={sizes?.map((size) => size.join(" ")).join(", ")} />;
}

/** Renders the captions of a video. */
function Track({ src, ...others }: ComponentProps<"track">) {
  const shown = isText(src) ? toLoaded(src, getConfig().images.allow) : undefined;
  return shown === undefined ? null : <track {...others} src={shown} />;
}

/** Returns the address from which the page loads it; undefined when the page may not. */
function toLoaded(address: string, hosts: readonly string[] | undefined): string | undefined {
  const found = findLoadable(address, hosts);
  return found?.startsWith("/") ? withBasePath(found) : found;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

interface BlockedMediaProps {
  readonly address: string;
  /** The word for it, such as “Video”. */
  readonly kind: string;
  /** Its own name, if it has one. */
  readonly name: string | undefined;
}

/** Links to media that a page may not show, with kind, name and host; without the link when the address is not secure. */
function BlockedMedia({ address, kind, name }: BlockedMediaProps) {
  const { host = "" } = URL.parse(readAddress(address)?.href ?? "") ?? {};
  const text = (
    <>
      <b>{kind}</b> {name || null} <small>{host}</small>
    </>
  );
  return <OutsideLink address={address} text={text} />;
}

/** Links to another site, which leaves this one; renders only the text when the address is not secure. */
export function OutsideLink({ address, text }: { address: string; text: ReactNode }) {
  const { kind, href = "" } = readAddress(address) ?? {};
  if (kind !== "web" || !/^https:/i.test(href)) return <span>{text}</span>;
  return (
    <a className="outside-link" href={href} rel="noopener">
      {text}
      <LucideSvg icon={ArrowUpRight} size={15} />
    </a>
  );
}
