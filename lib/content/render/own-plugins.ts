import site from "../../../site/index.ts";
import type { Plugins, SiteDefinition } from "../../site-definition.ts";

const { plugins = {} } = site as SiteDefinition;

/** The fork's plugins for trusted pages. */
export const ownPlugins: Required<Plugins> = { remark: plugins.remark ?? [], rehype: plugins.rehype ?? [] };
