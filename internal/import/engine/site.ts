/** The importer's imports from lib, third of three: a whole site, with its navigation, links, API pages and findings. */

export { checkConfig, getMainProject, type Project } from "../../../lib/config/config.ts";
export { listShownIcons } from "../../../lib/content/check/check.ts";
export { checkPages } from "../../../lib/content/check/check-pages.ts";
export { buildSite } from "../../../lib/content/content.ts";
export { readDescriptions } from "../../../lib/content/docs-json/descriptions.ts";
export { readJsonSource } from "../../../lib/content/docs-json/docs-json.ts";
export { findNamed } from "../../../lib/content/docs-json/docs-site.ts";
export type { Redirect } from "../../../lib/content/model/redirects.ts";
export { leadsOn } from "../../../lib/content/site/addresses.ts";
export type { FolderMeta } from "../../../lib/content/site/folder-meta.ts";
export { type Reach, toReach } from "../../../lib/content/site/reach.ts";
export { findPageAt, hasAsset, type Site } from "../../../lib/content/site/site.ts";
export { barePath, linkTableOf } from "../../../lib/content/site/site-links.ts";
export { findEngineAnswer } from "../../../lib/engine-paths.ts";
export type { NavNode } from "../../../lib/navigation/model.ts";
export { navigationOf, pagesInOrder } from "../../../lib/navigation/navigation.ts";
export { describeUnreadFields, listUnreadFields, type UnreadFields } from "../../../lib/site/findings/front-matter-fields.ts";
