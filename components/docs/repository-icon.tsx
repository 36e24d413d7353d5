import { faBitbucket } from "@fortawesome/free-brands-svg-icons/faBitbucket";
import { faGithub } from "@fortawesome/free-brands-svg-icons/faGithub";
import { faGitlab } from "@fortawesome/free-brands-svg-icons/faGitlab";
import { GitBranch } from "lucide";
import { BrandIcon } from "../ui/brand-icon.tsx";
import { LucideSvg } from "../ui/lucide-svg.tsx";

const HOSTS = [
  ["github.com", faGithub],
  ["gitlab.com", faGitlab],
  ["bitbucket.org", faBitbucket],
] as const;

/** The sign of the service that hosts a repository; a branch for any other host. */
export function RepositoryIcon({ url }: { url: string }) {
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : "";
  const brand = HOSTS.find(([name]) => host === name)?.[1];
  return brand ? <BrandIcon brand={brand} size={18} /> : <LucideSvg icon={GitBranch} size={18} />;
}
