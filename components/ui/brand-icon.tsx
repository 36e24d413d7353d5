import type { IconDefinition } from "@fortawesome/free-brands-svg-icons";
import { faBitbucket } from "@fortawesome/free-brands-svg-icons/faBitbucket";
import { faGithub } from "@fortawesome/free-brands-svg-icons/faGithub";
import { faGitlab } from "@fortawesome/free-brands-svg-icons/faGitlab";
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
