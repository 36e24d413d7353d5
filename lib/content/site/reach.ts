import type { Nodes, Root } from "mdast";
import { COMPONENTS, isKnownName, isOwnComponent } from "../components/components.ts";
import { getOwn } from "../model/records.ts";
import { listHeadingIds, spellingsOf } from "../tree/anchors.ts";
import { isDiagram } from "../tree/fences.ts";
import { attributeText, listElements, walk } from "../tree/jsx.ts";
import { listLinks, type WrittenLink } from "../tree/links.ts";
import { type Place, placeOf } from "../tree/place.ts";
import { dropRepeatedTitle } from "../tree/text.ts";

/** The targets and anchors of a page, for checks. */
export interface Reach {
  readonly links: readonly WrittenLink[];
  readonly icons: readonly NamedIcon[];
  /** Everything in it that a link may name. */
  readonly anchors: readonly string[];
  /** Fences of install commands that other systems show for each package manager. */
  readonly installFences: readonly Place[];
  readonly diagrams: readonly Place[];
  /** Marks of Hugo and Jekyll in its words, which are shown as they are written. */
  readonly foreignMarks: readonly ForeignMark[];
}

/** A mark that another system fills in, such as `{{< ref >}}` or `{{ site.baseurl }}`. */
export interface ForeignMark extends Place {
  readonly mark: string;
}

/** An icon that a page or folder names, and where, as far as that is known. */
export interface NamedIcon extends Place {
  readonly icon: string;
}

/** Lists the targets and anchors of a page's tree, without the heading that repeats its title. */
export function toReach(tree: Root, title: string): Reach {
  dropRepeatedTitle(tree, title);
  const elementIds = listElements(tree).flatMap((element) => [
    ...(keepsId(element.name ?? "") && attributeText(element, "id") ? [attributeText(element, "id") as string] : []),
    ...(element.name === "a" && attributeText(element, "name") ? [attributeText(element, "name") as string] : []),
  ]);
  // Where other systems have a heading for the title, here is the top of the page.
  const anchors = [...listHeadingIds(tree), ...elementIds, ...spellingsOf(title)];
  const foreignMarks = listForeignMarks(tree);
  const installFences = listPlaces(tree, isInstallFence);
  return {
    links: listLinks(tree),
    icons: listIcons(tree),
    anchors,
    installFences,
    diagrams: listPlaces(tree, isDiagram),
    foreignMarks,
  };
}

/** Returns false for a component that is drawn without the id that a page gives it. */
function keepsId(name: string): boolean {
  if (isOwnComponent(name)) return true;
  const definition = getOwn(COMPONENTS, name);
  return definition ? Object.hasOwn(definition.props, "id") : isKnownName(name);
}

/** Shortcodes of Hugo; the tags of Jekyll that no other system has, and its variables. */
const FOREIGN_MARK =
  /\{\{(?:<|%)-?\s*([\w-]+)|\{%-?\s*(link|post_url|include|include_relative|highlight)\s|\{\{-?\s*((?:site|page)\.[\w.-]+)/g;

/** Returns the marks of Hugo and Jekyll in a text, without their arguments, and where they begin. */
export function findForeignMarks(text: string): { readonly mark: string; readonly index: number }[] {
  return [...text.matchAll(FOREIGN_MARK)].map(({ 0: start, 1: shortcode, 2: tag, 3: variable, index }) => {
    const end = start.startsWith("{{%") ? "%}}" : ">}}";
    const mark = shortcode ? `${start.slice(0, 3)} ${shortcode} ${end}` : tag ? `{% ${tag} %}` : `{{ ${variable} }}`;
    return { mark, index };
  });
}

function listForeignMarks(tree: Root): ForeignMark[] {
  const marks: ForeignMark[] = [];
  walk(tree, (node) => {
    if (node.type !== "text" && node.type !== "html") return;
    const { file, line: start } = placeOf(node);
    for (const { mark, index } of findForeignMarks(node.value))
      marks.push({ mark, file, line: start && start + node.value.slice(0, index).split("\n").length - 1 });
  });
  return marks;
}

/** Returns where nodes of a kind begin. */
function listPlaces(tree: Root, isOne: (node: Nodes) => boolean): Place[] {
  const places: Place[] = [];
  walk(tree, (node) => {
    if (isOne(node)) places.push({ ...placeOf(node), column: undefined });
  });
  return places;
}

function isInstallFence(node: Nodes): boolean {
  return node.type === "code" && (/^(?:package-install|npm)$/.test(node.lang ?? "") || /\bnpm2yarn\b/.test(node.meta ?? ""));
}

/** Returns the icons that the components of a page name. */
function listIcons(tree: Root): NamedIcon[] {
  return listElements(tree).flatMap((element) => {
    const place = placeOf(element);
    const props = Object.entries(COMPONENTS[element.name ?? ""]?.props ?? {}).filter(([, kind]) => kind === "icon");
    return props.flatMap(([prop]) => {
      const icon = attributeText(element, prop);
      return icon ? [{ icon, ...place }] : [];
    });
  });
}
