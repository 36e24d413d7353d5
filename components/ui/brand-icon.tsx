import type { IconDefinition } from "@fortawesome/free-brands-svg-icons";
import { faBitbucket } from "@fortawesome/free-brands-svg-icons/faBitbucket";
import { faBluesky } from "@fortawesome/free-brands-svg-icons/faBluesky";
import { faDiscord } from "@fortawesome/free-brands-svg-icons/faDiscord";
import { faFacebook } from "@fortawesome/free-brands-svg-icons/faFacebook";
import { faGithub } from "@fortawesome/free-brands-svg-icons/faGithub";
import { faGitlab } from "@fortawesome/free-brands-svg-icons/faGitlab";
import { faHackerNews } from "@fortawesome/free-brands-svg-icons/faHackerNews";
import { faInstagram } from "@fortawesome/free-brands-svg-icons/faInstagram";
import { faLinkedin } from "@fortawesome/free-brands-svg-icons/faLinkedin";
import { faMedium } from "@fortawesome/free-brands-svg-icons/faMedium";
import { faReddit } from "@fortawesome/free-brands-svg-icons/faReddit";
import { faSlack } from "@fortawesome/free-brands-svg-icons/faSlack";
import { faTelegram } from "@fortawesome/free-brands-svg-icons/faTelegram";
import { faThreads } from "@fortawesome/free-brands-svg-icons/faThreads";
import { faXTwitter } from "@fortawesome/free-brands-svg-icons/faXTwitter";
import { faYoutube } from "@fortawesome/free-brands-svg-icons/faYoutube";
import { GitBranch } from "lucide";
import { LucideSvg } from "./lucide-svg.tsx";

/** Renders the sign of a company or product, in the colour of the text around it. */
export function BrandIcon({ brand, size, className }: { brand: IconDefinition; size: number; className?: string }) {
  const [width, height, , , drawing] = brand.icon;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      width={size}
      height={size}
      fill="currentColor"
      className={className}
    >
      <path d={String(drawing)} />
    </svg>
  );
}

const HOSTS = [
  ["github.com", faGithub],
  ["gitlab.com", faGitlab],
  ["bitbucket.org", faBitbucket],
] as const;

/** Renders the sign of the service that hosts a repository; a branch for any other host. */
export function RepositoryIcon({ url }: { url: string }) {
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : "";
  const brand = HOSTS.find(([name]) => host === name)?.[1];
  return brand ? <BrandIcon brand={brand} size={18} /> : <LucideSvg icon={GitBranch} size={18} />;
}

const SOCIALS: Readonly<Record<string, IconDefinition>> = {
  Bluesky: faBluesky,
  Discord: faDiscord,
  Facebook: faFacebook,
  GitHub: faGithub,
  "Hacker News": faHackerNews,
  Instagram: faInstagram,
  LinkedIn: faLinkedin,
  Medium: faMedium,
  Reddit: faReddit,
  Slack: faSlack,
  Telegram: faTelegram,
  Threads: faThreads,
  X: faXTwitter,
  YouTube: faYoutube,
};

/** Returns the sign of a service by its name; undefined for one without. */
export function socialIcon(name: string) {
  const brand = Object.hasOwn(SOCIALS, name) ? SOCIALS[name] : undefined;
  return brand && <BrandIcon brand={brand} size={17} />;
}
