import { getConfig, getMainProject } from "../lib/config/config.ts";
import { contentSecurityPolicy } from "../lib/site/served/content-security.ts";
import { publicSite } from "../lib/site/served/reader-site.ts";
import { fingerprint } from "../lib/site/served/revalidate.ts";

/*
 * Prints, as JSON in its last line, what next.config.mjs asks of a site that scripts/snapshot.ts has recorded: what its pages are built
 * from, their policy, and how many there are. The site stays in this process, and not in the bundler's for the whole of a build.
 */
const site = await publicSite(getMainProject().domain);
const policy = contentSecurityPolicy({ config: getConfig(), site, development: false });
console.log(JSON.stringify({ builtFrom: await fingerprint(), policy, pages: site.pages.length }));
