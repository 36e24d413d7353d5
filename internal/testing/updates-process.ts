/*
 * A server process without its pages: what the tests of several processes start, kill and ask. It follows the store, works
 * on updates. The message "state" asks what it serves, "update" for an update, and any other for the page at that path.
 */

import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { getMainProject } from "../../lib/config/config.ts";
import type { Page } from "../../lib/content/model/page.ts";
import { compilePage, toMarkdown } from "../../lib/content/output/compile.ts";
import { pagesByPath } from "../../lib/content/site/site.ts";
import { closeStore } from "../../lib/db/db.ts";
import type { Finding } from "../../lib/finding.ts";
import { currentSite } from "../../lib/site/served/current.ts";
import { currentGeneration } from "../../lib/site/stored/sites.ts";
import { triggerUpdate } from "../../lib/updates/updates.ts";
import { startWorker, wakeWorker } from "../../lib/updates/worker.ts";

/** The state that a process of the tests reports. */
export interface ProcessState {
  readonly generation: number;
  readonly siteHash: string;
}

/** A page as a process of the tests shows it. */
export interface ShownPage {
  readonly html: string;
  readonly markdown: string;
  readonly error: Finding | undefined;
}

const { domain } = getMainProject();
await currentSite(domain);
const stop = startWorker();

process.on("message", async (message) => {
  if (message === "update") {
    const statusId = await triggerUpdate(getMainProject().id);
    void wakeWorker();
    return process.send?.(statusId);
  }
  const site = await currentSite(domain);
  if (message === "state") process.send?.({ generation: currentGeneration(), siteHash: site.hash } satisfies ProcessState);
  else process.send?.(await showPage(pagesByPath(site).get(String(message))));
});

async function showPage(page: Page | undefined): Promise<ShownPage | null> {
  if (!page) return null;
  const { body, error } = await compilePage(page);
  return { html: renderToStaticMarkup(createElement(body)), markdown: await toMarkdown(page), error };
}

process.once("SIGTERM", async () => {
  await stop();
  await closeStore();
  process.exit(0);
});
process.send?.("ready");
