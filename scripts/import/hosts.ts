import type { Root } from "mdast";
import type { UnallowedHost } from "../../lib/content/check/check-pages.ts";
import { readAddress } from "../../lib/content/model/address.ts";
import type { ContentProblem } from "../../lib/content/model/notice.ts";
import { listLinks } from "../../lib/content/tree/links.ts";

/** A host that pages show something from, by the setting that allows it. */
export interface MediaHost extends UnallowedHost {
  /** Pages that need it. */
  readonly pages: number;
}

/** Pages by setting and host. */
export type HostPages = Map<string, Set<string>>;

/** Notes the hosts of other sites that a page shows pictures, films and frames from. Returns what is not shown because of them. */
export function noteHosts(tree: Root, page: string, hosts: HostPages): ContentProblem[] {
  return listLinks(tree).flatMap(({ kind, url, line, column }) => {
    const { kind: leadsTo, href = "" } = readAddress(url) ?? {};
    if (kind === "link" || leadsTo !== "web") return [];
    const { protocol, host } = new URL(href);
    const what = kind === "embed" ? "A frame" : "A picture, film or sound";
    const fault = { file: page, line, column };
    if (protocol !== "https:") return [{ ...fault, reason: `${what} over http is never shown: ${url}` }];
    const key = `${kind === "embed" ? "embeds" : "images"}.allow ${host}`;
    hosts.set(key, (hosts.get(key) ?? new Set()).add(page));
    return [{ ...fault, reason: `${what} of another site is a link to it until its host is allowed: ${host}` }];
  });
}

/** Lists the hosts, those that most pages need first. */
export function toMediaHosts(hosts: HostPages): MediaHost[] {
  const found = [...hosts].map(([key, pages]) => {
    const [setting, host = ""] = key.split(" ");
    return { setting: setting as MediaHost["setting"], host, pages: pages.size };
  });
  return found.sort((left, right) => right.pages - left.pages);
}

/** Returns the settings that allow the hosts, as lines of docent.config.ts. */
export function toAllowSettings(hosts: readonly UnallowedHost[]): string[] {
  return (["images.allow", "embeds.allow"] as const).flatMap((setting) => {
    const names = [...new Set(hosts.filter((each) => each.setting === setting).map(({ host }) => host))].sort();
    return names.length === 0 ? [] : [`${setting.split(".")[0]}: { allow: ${JSON.stringify(names).replaceAll(",", ", ")} },`];
  });
}
