import type { Root } from "mdast";
import { listLinks } from "../../lib/content/links.ts";

/** A host that pages show something from, by the setting that allows it. */
export interface MediaHost {
  readonly setting: "images.allow" | "embeds.allow";
  readonly host: string;
  /** Pages that need it. */
  readonly pages: number;
}

/** Pages by setting and host. */
export type HostPages = Map<string, Set<string>>;

/** Notes the hosts of other sites that a page shows pictures, videos and frames from. */
export function noteHosts(tree: Root, page: string, hosts: HostPages): void {
  for (const { kind, url } of listLinks(tree)) {
    if (kind === "link" || !/^(?:https?:)?\/\//i.test(url) || !URL.canParse(url, "https://site")) continue;
    const key = `${kind === "embed" ? "embeds" : "images"}.allow ${new URL(url, "https://site").hostname}`;
    hosts.set(key, (hosts.get(key) ?? new Set()).add(page));
  }
}

/** The hosts, those that most pages need first. */
export function toMediaHosts(hosts: HostPages): MediaHost[] {
  const found = [...hosts].map(([key, pages]) => {
    const [setting, host = ""] = key.split(" ");
    return { setting: setting as MediaHost["setting"], host, pages: pages.size };
  });
  return found.sort((left, right) => right.pages - left.pages);
}
