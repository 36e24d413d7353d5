import type { Project } from "../../config/config.ts";
import type { OpenApiDocument } from "../../openapi/description/reference.ts";
import { listTags, readOverview } from "../../openapi/document/overview.ts";
import { titleOfTag } from "../../openapi/document/words.ts";
import { toPassages } from "../markdown/passages.ts";
import { type ListedGroup, type OperationText, toOverviewText, toTagText } from "../markdown/reference-text.ts";
import { createPage, type PageOverview } from "../model/page.ts";
import { pagePath } from "../model/urls.ts";
import type { ParsedPage } from "../site/parsed-page.ts";
import { writeMarkdown } from "../tree/markdown-writer.ts";

/** An operation, and where its page is. */
interface PlacedOperation {
  readonly method: string;
  readonly path: string;
  readonly title: string;
  readonly tag: string | undefined;
  /** Title of its group in the navigation, where it has no tag. */
  readonly group: string | undefined;
  readonly slug: string;
}

interface OverviewSource {
  /** Folder of its pages. */
  readonly folder: string;
  readonly document: OpenApiDocument;
  readonly entries: readonly PlacedOperation[];
  readonly title: string | undefined;
  readonly shown: { readonly description?: string };
}

/** Makes the page of a description as a whole, and one for each of its tags. */
export function toOverviews(
  project: Project,
  version: string | null,
  { document, entries, folder, title, shown }: OverviewSource,
): ParsedPage[] {
  if (entries.length === 0) return [];
  const taken = new Set(entries.map(({ slug }) => slug));
  const place = (slug: string) => ({ language: project.defaultLanguage, version, slug });
  const addressOf = (slug: string) => pagePath(project, place(slug));
  const tags = listTags(document);
  const sections = [...Map.groupBy(entries, ({ tag, group }) => tag ?? group ?? "")].map(([name, inside]) => {
    const [first] = inside as [PlacedOperation];
    const slug = first.tag === undefined ? undefined : first.slug.slice(0, first.slug.lastIndexOf("/"));
    const tag = first.tag === undefined ? undefined : tags.find((one) => one.name === name);
    const own = slug !== undefined && !taken.has(slug) ? slug : undefined;
    return { name: first.tag, title: tag?.title ?? titleOfTag(name), tag, slug: own, inside };
  });
  // A tag without operations may be a chapter.
  const chapters = tags.filter(
    ({ name, title, description }) =>
      (description || title !== titleOfTag(name)) && !sections.some((section) => section.name === name),
  );
  for (const tag of chapters) sections.push({ name: tag.name, title: tag.title, tag, slug: undefined, inside: [] });
  const order = new Map(tags.map(({ name }, index) => [name, index]));
  const ordered = sections.toSorted((left, right) => placeIn(order, left.name) - placeIn(order, right.name));
  const groups = ordered.map(
    ({ name, tag, title: groupTitle, slug, inside }): ListedGroup => ({
      tag: name,
      title: groupTitle,
      description: tag?.description ?? "",
      address: slug === undefined ? undefined : addressOf(slug),
      operations: inside.map((entry) => ({ ...entry, address: addressOf(entry.slug) })),
    }),
  );
  const listed = ordered.map((section) => ({
    tag: section.name,
    title: section.title,
    slug: section.slug,
    pages: section.inside.map(({ slug }) => slug),
  }));
  const overview = readOverview(document);
  const make = (slug: string, pageTitle: string, text: OperationText, shownOf: PageOverview, from: unknown) => {
    const { description, tree, body } = text;
    const given = { ...place(slug), path: addressOf(slug), title: pageTitle, description, overview: shownOf };
    const page = createPage({ kind: "api", ...given, source: writeMarkdown(body) }, { tree: "", from });
    const passages = tree.children.length > 0 ? toPassages(page, tree) : [];
    return { page, passages, isSearched: true, findings: [] };
  };
  const whole = make(
    folder,
    title ?? "API",
    toOverviewText(overview, groups),
    { ...shown, tag: undefined, sections: listed },
    overview,
  );
  const ofTags = listed.flatMap((section, index) => {
    const group = groups[index];
    if (section.slug === undefined || !group) return [];
    return [
      make(section.slug, group.title, toTagText(group), { ...shown, tag: section.tag, sections: [section] }, group.description),
    ];
  });
  const bySlug = new Map(ofTags.map((page) => [page.page.slug, page]));
  return [whole, ...bySlug.values()].filter(({ page }) => !taken.has(page.slug));
}

function placeIn(order: ReadonlyMap<string, number>, name: string | undefined): number {
  return (name === undefined ? undefined : order.get(name)) ?? order.size;
}
