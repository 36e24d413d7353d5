import type { Guest, GuestElement, GuestFault, GuestGlobals, GuestItem, GuestModule, GuestNode } from "./guest.ts";

/**
 * Puts the renderer into the sandbox: it calls components and writes what they show as JSON, in the form that output.ts reads.
 * Runs inside it, as text: nothing outside of the function may be named.
 */
export function installRender(globals: GuestGlobals): void {
  type Out = GuestItem[];
  const guest = globals.$guest as { -readonly [Name in keyof Guest]: Guest[Name] };
  const { isArray } = Array;
  const { stringify } = JSON;
  const MAX_NODES = 50_000;
  const MAX_DEPTH = 60;
  let nodes = 0;
  let depth = 0;
  /** Set once the page has used up its budget, so that no part goes on. */
  let spent: Error | undefined;
  const pages = new Set<unknown>();

  const count = () => {
    nodes += 1;
    if (nodes <= MAX_NODES) return;
    spent ??= new Error(`the page needs more than ${MAX_NODES.toLocaleString("en")} parts`);
    throw spent;
  };
  const requireRoom = () => {
    if (spent) throw spent;
  };

  const render = (value: unknown, out: Out): void => {
    count();
    if (value === null || value === undefined || typeof value === "boolean") return;
    if (typeof value === "object") {
      if (guest.isElement(value)) renderElement(value, out);
      else if (isArray(value)) for (const each of value) render(each, out);
      else if (typeof (value as { then?: unknown }).then === "function") renderLater(value as Promise<unknown>, out);
      else if (typeof (value as { [Symbol.iterator]?: unknown })[Symbol.iterator] === "function")
        for (const each of value as Iterable<unknown>) render(each, out);
      else throw new Error("only text, numbers and elements can be shown");
    } else if (typeof value === "function") throw new Error("a function is not content");
    else if (value !== "") out.push(String(value));
  };

  const renderLater = (promise: Promise<unknown>, out: Out) => {
    const slot: { t: string; name: string; c: Out; fault?: GuestFault } = {
      t: "component",
      name: "",
      c: [],
      fault: { message: "it waits for a promise that never settles", stack: "" },
    };
    out.push(slot);
    promise.then(
      (value) => {
        delete slot.fault;
        try {
          render(value, slot.c);
        } catch (cause) {
          slot.fault = guest.faultOf(cause);
        }
      },
      (cause) => {
        slot.fault = guest.faultOf(cause);
      },
    );
  };

  /** Renders a part of a page inside another; each counts against the limits by itself. */
  const renderApart = (value: unknown, out: Out) => {
    for (const each of isArray(value) ? value : [value]) {
      const part: Out = [];
      try {
        render(each, part);
      } catch (cause) {
        requireRoom();
        part.length = 0;
        part.push({ t: "component", name: "", c: [], fault: guest.faultOf(cause) });
      }
      for (const item of part) out.push(item);
    }
  };

  guest.count = count;
  guest.itemsOf = (value) => {
    const out: Out = [];
    render(value, out);
    return out;
  };

  const placeOf = (node: GuestNode | undefined, source: string | undefined) =>
    node ? { f: node.file, id: node.id } : source ? { at: source } : {};

  const renderElement = (element: GuestElement, out: Out): void => {
    const { type, props, node } = element;
    const { $context: context, $host: named } = Object(type) as { $context?: { value: unknown }; $host?: string };
    const name = typeof type === "string" ? type : named;
    const own = name === undefined ? undefined : findInPage(name);
    // A picture that a file imports and shows as a component.
    const picture = typeof type === "string" && type.startsWith("/") ? type : undefined;
    if (node && node.kind !== "element") renderNode(element, node, out);
    else if (picture) renderHost({ ...element, props: toPictureProps(picture, props) }, "img", out);
    else if (type === guest.Fragment && node) renderApart(props.children, out);
    else if (type === guest.Fragment) render(props.children, out);
    else if (context) renderIn(context, props, out);
    else if (own) renderOwn({ ...element, type: own }, out);
    else if (name === undefined) renderComponent(element, out);
    else renderHost(element, name, out);
  };

  const toPictureProps = (src: string, { title, width, height, className, "aria-label": label }: Record<string, unknown>) => {
    const given = Object.entries({ width, height, className }).filter(([, value]) => value !== undefined);
    return { src, alt: title ?? label ?? "", ...Object.fromEntries(given) };
  };

  /** A component of the page or of its site, which may be one of the host under another name. */
  const renderOwn = (element: GuestElement, out: Out) => {
    const { $host: name } = Object(element.type) as { $host?: string };
    if (name === undefined) renderComponent(element, out);
    else renderHost(element, name, out);
  };

  const renderIn = (context: { value: unknown }, { value, children }: Record<string, unknown>, out: Out): void => {
    const before = context.value;
    context.value = value;
    try {
      render(children, out);
    } finally {
      context.value = before;
    }
  };

  const renderHost = ({ type, props, node, source }: GuestElement, name: string, out: Out): void => {
    const { children, ...rest } = props;
    const c: Out = [];
    if (node) renderApart(children, c);
    else render(children, c);
    const { $from: from } = Object(type) as { $from?: string };
    const lost = node?.lost?.length ? { lost: node.lost } : {};
    out.push({ t: "element", name, ...placeOf(node, source), p: guest.entriesOf(rest), c, ...(from ? { from } : {}), ...lost });
  };

  const renderNode = ({ props }: GuestElement, node: GuestNode, out: Out) => {
    const place = { f: node.file, id: node.id };
    if (node.kind === "failed") out.push({ t: "failed", ...place, fault: node.fault });
    else if (node.kind === "code") out.push({ t: "code", ...place, value: node.name });
    else if (node.isOpen) {
      const c: Out = [];
      renderApart(props.children, c);
      out.push({ t: "node", ...place, c });
    } else out.push({ t: "node", ...place });
  };

  /** Finds a name that a file does not import itself in the page that imports it; names of Docent stay Docent's. */
  const findInPage = (name: string): unknown => {
    const [first = "", ...members] = name.split(".");
    if ((globals.$known as ReadonlySet<string> | undefined)?.has(name)) return undefined;
    const get = guest.page && Object.hasOwn(guest.page.names, first) ? guest.page.names[first] : undefined;
    try {
      const found = members.reduce((holder, member) => (Object(holder) as Record<string, unknown>)[member], get?.());
      const own = found ?? guest.shared(name);
      return typeof own === "function" && guest.originOf(own) === undefined ? own : undefined;
    } catch {
      return undefined;
    }
  };

  const nameOf = (type: unknown): string => {
    const { displayName, name } = Object(type) as { displayName?: unknown; name?: unknown };
    return String(displayName || name || "Component").slice(0, 100);
  };

  const renderComponent = (element: GuestElement, out: Out): void => {
    const { type, props, node, source } = element;
    const c: Out = [];
    const slot: { [name: string]: unknown; c: Out } = {
      t: "component",
      name: node?.name ?? nameOf(type),
      ...placeOf(node, source),
      c,
      ...(node?.lost?.length ? { lost: node.lost } : {}),
    };
    out.push(slot);
    const wasStateful = guest.isStateful;
    depth += 1;
    try {
      if (depth > MAX_DEPTH) throw new Error(`components are nested more than ${MAX_DEPTH} levels deep`);
      render(call(type, props), c);
      if (guest.isStateful && node) for (const hidden of guest.listHidden(props.children, c)) renderApart(hidden, c);
    } catch (cause) {
      requireRoom();
      slot.fault = guest.faultOf(cause);
      slot.c = [];
      renderApart(props.children, slot.c);
    } finally {
      depth -= 1;
      guest.isStateful = wasStateful;
      pages.delete(type);
    }
  };

  const sourceOf = Function.prototype.toString;
  /** Functions of the language itself, such as `constructor.__proto__` names, show nothing of what is in them. */
  const isNative = (work: object) => /\{\s*\[native code\]\s*\}$/.test(sourceOf.call(work));

  const call = (type: unknown, props: Record<string, unknown>): unknown => {
    const { $fault, $page } = Object(type) as { $fault?: GuestFault; $page?: string };
    if ($fault) throw Object.assign(new Error($fault.message), { stack: $fault.stack });
    if (guest.isElement(type)) return type;
    if (typeof type !== "function" || isNative(type)) throw new Error("it is not a component");
    if ($page && pages.has(type)) throw new Error(`${$page} includes itself endlessly`);
    if ($page) pages.add(type);
    return type(props);
  };

  const shown: Out[] = [];
  const contentOf = (page: GuestModule | undefined) =>
    page?.exports.default as { $blocks: (props: object) => (() => unknown)[]; $layout?: unknown };
  let blocks: readonly (() => unknown)[] | undefined;
  guest.open = (path) => {
    guest.page = guest.require(path);
    return typeof contentOf(guest.page).$layout === "function";
  };
  guest.block = (index) => {
    const out: Out = [];
    shown[index] = out;
    const content = contentOf(guest.page);
    blocks ??= content.$blocks({});
    const isWhole = index === blocks.length;
    renderApart([isWhole ? guest.create(content.$layout, { children: guest.create(content, {}) }) : blocks[index]?.()], out);
  };
  guest.take = (index) => stringify(shown[index] ?? []);
  guest.noteList = () => stringify(guest.notes);
}
