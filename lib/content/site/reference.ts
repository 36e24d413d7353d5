import { readObject } from "../../openapi/document/fields.ts";
import { readOperation } from "../../openapi/document/operation.ts";
import { type Block, toObjectDocument, toOperationDocument } from "../../openapi/document/operation-document.ts";
import { listTags, readOverview, type TagWords } from "../../openapi/document/overview.ts";
import { type ListedGroup, toOverviewDocument, toTagDocument } from "../markdown/reference-text.ts";
import type { Page, PageOverview } from "../model/page.ts";
import type { PageKey } from "../model/urls.ts";
import { descriptionOf, findPage, type Site } from "./site.ts";

/** Returns what a page shows of an API description, with links to pages of the reader's language; undefined for one that shows none, or whose description is gone. */
export function referenceOf(site: Site, page: Page, pageKey: PageKey = page): readonly Block[] | undefined {
  const description = descriptionOf(site, page);
  if (!description) return undefined;
  const operation = page.operation && readOperation(description, page.operation);
  if (operation) return toOperationDocument(operation);
  const object = page.object && readObject(description, page.object.name);
  if (object) return toObjectDocument(object);
  if (!page.overview) return undefined;
  const tags = new Map(listTags(description).map((tag) => [tag.name, tag]));
  const groups = page.overview.sections.map((section) => toGroup(site, pageKey, section, tags.get(section.tag ?? "")));
  return page.overview.tag === undefined ? toOverviewDocument(readOverview(description), groups) : groups.flatMap(toTagDocument);
}

/** Returns a tag or another group of operations with the addresses of their pages in the reader's language. */
function toGroup(
  site: Site,
  pageKey: PageKey,
  { tag, title, slug, pages }: PageOverview["sections"][number],
  words: TagWords | undefined,
): ListedGroup {
  const pageOf = (wanted: string) => findPage(site, { ...pageKey, slug: wanted });
  return {
    tag,
    title,
    description: words?.description ?? "",
    address: slug === undefined ? undefined : pageOf(slug)?.path,
    operations: pages.flatMap((each) => {
      const found = pageOf(each);
      const operation = found?.page.operation;
      return found && operation ? [{ ...operation, title: found.page.title, address: found.path }] : [];
    }),
  };
}
