import { type PluggableList, unified } from "unified";
import site from "../../../site/index.ts";
import type { Plugins, SiteDefinition } from "../../site-definition.ts";

const { plugins = {} } = site as SiteDefinition;

/** The fork's plugins. */
export const ownPlugins: Required<Plugins> = { remark: plugins.remark ?? [], rehype: plugins.rehype ?? [] };

/** Lists the remark plugins that add syntax to Markdown: pages are parsed before plugins run, so these change nothing. */
export function listSyntaxPlugins(remark: PluggableList = ownPlugins.remark): string[] {
  return remark.flatMap((plugin, index) => {
    const data = unified().use([plugin]).freeze().data() as Readonly<Record<string, unknown>>;
    const isSyntax = ["micromarkExtensions", "fromMarkdownExtensions"].some((name) => Object.hasOwn(data, name));
    return isSyntax ? [`plugins.remark[${index}]${nameOf(plugin)}`] : [];
  });
}

function nameOf(plugin: PluggableList[number]): string {
  const attacher = Array.isArray(plugin) ? plugin[0] : plugin;
  return typeof attacher === "function" && attacher.name ? ` (${attacher.name})` : "";
}
