import { ArrowUpRight } from "lucide";
import type { ComponentProps } from "react";
import { getConfig } from "../../lib/config/config.ts";
import { findLoadable, readAddress } from "../../lib/content/address.ts";
import type { DocsMessages } from "../../lib/i18n/docs.ts";
import { withBasePath } from "../docs/site-url.ts";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { elementsOf } from "./blocks.tsx";

/**
 * Images, embeds, films and sounds of a page: from the site itself, images and embeds also from hosts that the configuration
 * allows; a link instead of any other.
 */
export function mediaIn(messages: DocsMessages) {
  function Picture({ src, alt = "", ...others }: ComponentProps<"img">) {
    const address = typeof src === "string" ? src : "";
    const shown = toLoaded(address, getConfig().images.allow);
    if (shown === undefined) return <OutsideLink address={address} text={alt || messages.imageLink} />;
    const { width, height, className, title } = others;
    // biome-ignore lint/performance/noImgElement: sizes are unknown and the image optimizer would need every host as well
    return <img src={shown} alt={alt} loading="lazy" decoding="async" {...{ width, height, className, title }} />;
  }

  function Embed({ src = "", title, height, width, allowFullScreen }: ComponentProps<"iframe">) {
    const name = title ?? messages.embedLink;
    const shown = toLoaded(src, getConfig().embeds.allow);
    if (shown === undefined) return <OutsideLink address={src} text={name} />;
    const permissions = "allow-scripts allow-same-origin allow-popups allow-forms allow-presentation";
    return <iframe src={shown} title={name} loading="lazy" sandbox={permissions} {...{ height, width, allowFullScreen }} />;
  }

  function playerOf(Tag: "video" | "audio") {
    return function Player({ src, poster, children, ...others }: ComponentProps<"video">) {
      const forms = elementsOf<ComponentProps<"source">>(children).filter(({ type }) => type === Source || type === "source");
      const written = [src, ...forms.map(({ props }) => props.src)].filter(isText);
      const [first] = written;
      if (first !== undefined && !written.some((address) => toLoaded(address)))
        return <OutsideLink address={first} text={others.title ?? messages.embedLink} />;
      const picture = isText(poster) ? toLoaded(poster, getConfig().images.allow) : undefined;
      return (
        <Tag {...others} {...(Tag === "video" && { poster: picture })} src={isText(src) ? toLoaded(src) : undefined}>
          {children}
        </Tag>
      );
    };
  }
  return {
    img: Picture,
    Image: Picture,
    iframe: Embed,
    video: playerOf("video"),
    audio: playerOf("audio"),
    source: Source,
    track: Track,
  };
}

/** One of several forms of a film, a sound or a picture. */
function Source({ src, srcSet, ...others }: ComponentProps<"source">) {
  const sizes = srcSet?.split(/,\s+/).map((part) => {
    const [address = "", ...size] = part.trim().split(/\s+/);
    return [toLoaded(address, getConfig().images.allow), ...size];
  });
  const shown = isText(src) ? toLoaded(src) : undefined;
  if ((isText(src) && shown === undefined) || sizes?.some(([address]) => address === undefined)) return null;
  return <source {...others} src={shown} srcSet={sizes?.map((size) => size.join(" ")).join(", ")} />;
}

/** Words for a film. */
function Track({ src, ...others }: ComponentProps<"track">) {
  const shown = isText(src) ? toLoaded(src) : undefined;
  return shown === undefined ? null : <track {...others} src={shown} />;
}

/** The address as the page loads it; undefined where it may not. */
function toLoaded(address: string, hosts: readonly string[] = []): string | undefined {
  const found = findLoadable(address, hosts);
  return found?.startsWith("/") ? withBasePath(found) : found;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** A link to another site, which leaves this one; its text alone where the address is not secure. */
export function OutsideLink({ address, text }: { address: string; text: string }) {
  const { kind, href = "" } = readAddress(address) ?? {};
  if (kind !== "web" || !/^https:/i.test(href)) return <span>{text}</span>;
  return (
    <a className="outside-link" href={href} rel="noopener">
      {text}
      <LucideSvg icon={ArrowUpRight} size={15} />
    </a>
  );
}
