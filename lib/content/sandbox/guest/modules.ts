import type { Guest, GuestElement, GuestFault, GuestGlobals, GuestModule, GuestNode, GuestSource } from "./guest.ts";

/** Puts what compiled files call into the sandbox. Runs inside it, as text: nothing outside of the function may be named. */
export function installModules(globals: GuestGlobals): void {
  type Names = Record<string, () => unknown>;
  type Factory = (module: object) => void;
  const guest = globals.$guest as { -readonly [Name in keyof Guest]: Guest[Name] };
  type Sources = Record<string, GuestSource>;
  const defined = new Map<string, { readonly file: number; readonly sources: Sources; readonly run: Factory }>();
  const loaded = new Map<string, GuestModule>();
  const hosts = new Map<string, unknown>();
  guest.notes = [];
  guest.packages = () => undefined;
  guest.shared = () => undefined;

  const { parse } = JSON;
  const isComponentName = (name: unknown) => typeof name === "string" && /^[A-Z]\w*$/.test(name);
  /** A component that the host has, or may have, with any member that has the name of one. */
  guest.host = (name, from) => {
    const key = `${from ?? ""} ${name}`;
    const known = hosts.get(key);
    if (known) return known;
    const target = Object.assign(() => null, { $host: name, $from: from });
    const made = new Proxy(target, {
      get: (held, member) =>
        member in held || !isComponentName(member) ? Reflect.get(held, member) : guest.host(`${name}.${String(member)}`, from),
    });
    hosts.set(key, made);
    return made;
  };

  /** Values that are not known, by what they would be from. */
  const unknowns = new Map<unknown, string>();
  guest.unknown = (why, from) => {
    const refuse = () => {
      throw new Error(why);
    };
    const value = new Proxy(refuse, { get: refuse, apply: refuse, construct: refuse, has: refuse, ownKeys: () => [] });
    if (from !== undefined) unknowns.set(value, from);
    return value;
  };
  guest.originOf = (value) => unknowns.get(value);

  /** Prefixes that packages set before the name of an icon: the set that it is from. */
  const SET = /^(?:Lucide|Icon|Fa6?|Md|Si|Bs|Tb|Lu|Hi2?|Io5?|Ri|Bi|Fi|Ai|Gi|Gr|Vsc|Pi|Cg|Ci|Di|Im|Sl|Ti|Wi|Rx)(?=[A-Z])/;
  guest.icon = (name) => {
    const icon = name
      .replace(SET, "")
      .replace(/Icon$/, "")
      .replace(/([a-z])([A-Z0-9])/g, "$1-$2")
      .toLowerCase();
    return () => guest.create("Icon", { icon });
  };

  const ofPackage = (specifier: string, name: string): unknown => {
    if (/^react(?:\/jsx-(?:dev-)?runtime|-dom)?$/.test(specifier)) {
      if (name === "default" || name === "*") return guest.React;
      if (name in guest.React) return guest.React[name];
    }
    const known = guest.packages(specifier);
    if (known && name === "*") return known;
    if (known && name in known) return known[name];
    if (/^lucide-react(?:\/|$)/.test(specifier) && isComponentName(name)) return guest.icon(name);
    if (isComponentName(name)) return guest.host(name, specifier);
    const last = specifier.split("/").at(-1);
    if (name === "default" && isComponentName(last)) return guest.host(String(last), specifier);
    return guest.unknown(`${name === "default" ? "the default" : name} of ${specifier} is not known`, specifier);
  };

  const take = (source: GuestSource, name: string): unknown => {
    const [kind, from] = source;
    if (kind === "value") return name === "*" ? { default: from } : from;
    if (kind === "package") return ofPackage(from, name);
    const { exports } = guest.require(from);
    if (name === "*") return exports;
    if (!(name in exports)) throw new Error(`${from} exports no ${name}`);
    return exports[name];
  };

  guest.require = (path) => {
    const known = loaded.get(path);
    if (known) return known;
    const module: GuestModule = { exports: {}, names: {} };
    loaded.set(path, module);
    guest.load(path);
    const found = defined.get(path);
    if (!found) throw new Error(`there is no file ${path}`);
    try {
      found.run(toTools(module, path, found));
    } catch (cause) {
      guest.notes.push({ file: path, fault: guest.faultOf(cause) });
    }
    return module;
  };

  globals.$define = (path: string, file: number, sources: Sources, run: Factory) => {
    defined.set(path, { file, sources, run });
  };

  /** Returns the functions that the code of one file calls. */
  const toTools = (module: GuestModule, path: string, { file, sources }: { file: number; sources: Sources }) => {
    const sourceOf = (specifier: string): GuestSource =>
      Object.hasOwn(sources, specifier) ? (sources[specifier] as GuestSource) : ["package", specifier];
    const commonJs = { exports: module.exports };
    const expose = (name: string, held: PropertyDescriptor) =>
      Object.defineProperty(module.exports, name, { ...held, enumerable: true, configurable: true });
    const attempt = (work: () => unknown): unknown => {
      try {
        return work();
      } catch (cause) {
        guest.notes.push({ file: path, fault: guest.faultOf(cause) });
        return undefined;
      }
    };
    const node = (id: number, kind: GuestNode["kind"], more: Partial<GuestNode> = {}): GuestNode => ({ file, id, kind, ...more });
    return {
      attempt,
      /** The names that a file imports: each is looked for when it is used, so that files may need each other. */
      scope: (imports: Record<string, readonly [specifier: string, name: string]>) => {
        const required = (specifier: string) => {
          const source = sourceOf(specifier);
          return take(source, source[0] === "file" && /\.json$/.test(source[1]) ? "default" : "*");
        };
        const scope = { module: commonJs, exports: module.exports, require: required };
        for (const [local, [specifier, name]] of Object.entries(imports)) {
          const get = () => take(sourceOf(specifier), name);
          Object.defineProperty(scope, local, { get, set: () => undefined, configurable: true });
        }
        return scope;
      },
      /** The names that the content of a file gets from the file that includes it. */
      props: (props: object) => ({ children: undefined, ...props, props }),
      snippet: (name: string) => {
        const source = sourceOf(`snippet:${name}`);
        if (source[0] !== "file") throw new Error(`there is no file snippets/${name}`);
        return take(source, "default");
      },
      import: (specifier: string) => Promise.resolve().then(() => take(sourceOf(specifier), "*")),
      names: (names: Names, exported: Names) => {
        module.names = names;
        for (const [name, get] of Object.entries(exported)) expose(name, { get });
      },
      exportAll: (specifier: string) => {
        const all = take(sourceOf(specifier), "*") as Record<string, unknown>;
        for (const name of Object.keys(all))
          if (name !== "default" && !(name in module.exports)) expose(name, { get: () => all[name] });
      },
      give: (name: string, value: unknown) => expose(name, { value }),
      /** A file of Markdown: its content is a component, and what it exports by default is the layout of that. */
      content: (blocks: (props: object) => (() => unknown)[]) => {
        const show = (props: object) => guest.create(guest.Fragment, { children: blocks(props).map((block) => block()) });
        const component = Object.assign(show, { $page: path, $blocks: blocks });
        for (const name of ["Content", "default"])
          Object.defineProperty(module.exports, name, { value: component, configurable: true });
      },
      layout: (layout: unknown) => Object.assign(module.exports.default as object, { $layout: layout }),
      json: (text: string) => {
        commonJs.exports = parse(text) as Record<string, unknown>;
      },
      /** Takes the value of `module.exports = …` as the exports of the file. */
      finish: () => {
        if (commonJs.exports === module.exports) return;
        const given = commonJs.exports as Record<string, unknown>;
        const isRecord = typeof given === "object" && given !== null && !guest.isElement(given);
        if (isRecord) for (const name of Object.keys(given)) module.exports[name] ??= given[name];
        Object.defineProperty(module.exports, "default", { value: given, configurable: true });
      },
      /** Code with the props that it names in it. */
      fill: (id: number, value: string, props: Record<string, unknown>) => {
        const filled = value.replace(/\{([A-Za-z_$][\w$]*)\}/g, (whole, name: string) => {
          const held = Object.hasOwn(props, name) ? props[name] : undefined;
          return typeof held === "string" || typeof held === "number" ? String(held) : whole;
        });
        return guest.create("pre", { children: filled }, { node: node(id, "code", { name: filled }) });
      },
      node: (id: number, tag: string, children: unknown[] | string | undefined, isOpen: boolean): GuestElement =>
        guest.create(tag, children === undefined ? {} : { children: unwrap(children) }, { node: node(id, "node", { isOpen }) }),
      value: (id: number, get: () => unknown): unknown => {
        try {
          const value = get();
          requireContent(value);
          return value;
        } catch (cause) {
          return guest.create("$failed", {}, { node: node(id, "failed", { fault: guest.faultOf(cause) }) });
        }
      },
      element: (
        id: number,
        name: string | null,
        find: (() => unknown) | null,
        attributes: readonly (readonly [name: string | null, value: unknown])[],
        children: unknown[],
      ): GuestElement => {
        const props: Record<string, unknown> = {};
        const lost: [string, GuestFault][] = [];
        for (const [key, value] of attributes) {
          try {
            const held = typeof value === "function" ? value() : value;
            if (key === null) Object.assign(props, held);
            else props[key] = held;
          } catch (cause) {
            lost.push([key ?? "", guest.faultOf(cause)]);
          }
        }
        if (children.length > 0) props.children = unwrap(children);
        const type = name === null ? guest.Fragment : find ? findComponent(find, name) : name;
        return guest.create(type, props, { node: node(id, "element", { name: name ?? undefined, lost }) });
      },
    };
  };

  const unwrap = (children: unknown[] | string) =>
    typeof children !== "string" && children.length === 1 ? children[0] : children;

  const findComponent = (find: () => unknown, name: string): unknown => {
    try {
      const found = find() ?? guest.host(name);
      const from = guest.originOf(found);
      return from === undefined ? found : guest.host(name, from);
    } catch (cause) {
      return cause instanceof ReferenceError ? guest.host(name) : Object.assign(() => null, { $fault: guest.faultOf(cause) });
    }
  };

  const requireContent = (value: unknown) => {
    if (typeof value !== "object" || value === null || guest.isElement(value)) return;
    const { then, [Symbol.iterator]: iterator } = value as { then?: unknown; [Symbol.iterator]?: unknown };
    if (typeof then !== "function" && typeof iterator !== "function")
      throw new Error("only text, numbers and elements can be shown");
  };

  /** Begins a page: what it may read, which components the host has, and what makes its randomness. */
  globals.$begin = (given: Record<string, unknown>, known: readonly string[], seed: string) => {
    Object.assign(globals, given, { $known: new Set(known) });
    let state = [...seed].reduce((sum, sign) => (Math.imul(sum, 31) + (sign.codePointAt(0) ?? 0)) | 0, 7);
    // The generator of Mulberry.
    Math.random = () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
    };
  };

  /** Names of components that a file uses and that nothing in it declares. */
  globals.$components = (names: readonly string[]) => {
    for (const name of names) if (!(name in globals)) globals[name] = guest.host(name);
  };
  /** `import.meta`, as a build by Vite has it. */
  globals.$meta = { env: { DEV: false, PROD: true, BASE_URL: "/" } };
  globals.$await = (value: unknown) => {
    if (typeof (value as { then?: unknown } | null)?.then === "function")
      throw new Error("await is not possible at the top of a file");
    return value;
  };
}
