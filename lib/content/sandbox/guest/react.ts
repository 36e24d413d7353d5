import type { Guest, GuestElement, GuestGlobals } from "./guest.ts";

/**
 * Puts what pages know of React into the sandbox: elements, first states, and no effects. Runs inside it, as text: nothing outside
 * of the function may be named.
 */
export function installReact(globals: GuestGlobals): void {
  type Props = Record<string, unknown>;
  type Work = (...args: unknown[]) => unknown;
  const guest = globals.$guest as { -readonly [Name in keyof Guest]: Guest[Name] };
  const { isArray } = Array;
  const nothing = () => undefined;

  guest.isElement = (value): value is GuestElement =>
    typeof value === "object" && value !== null && (value as { $element?: unknown }).$element === true;
  guest.create = (type, props, { key = null, source, node } = {}) => ({ $element: true, type, props, key, source, node });
  guest.faultOf = (cause) => {
    const { name, message, stack } = Object(cause) as { name?: unknown; message?: unknown; stack?: unknown };
    const words = typeof cause === "object" && cause !== null && message !== undefined ? String(message) : String(cause);
    const isNamed = typeof name === "string" && name !== "Error";
    return { message: (isNamed ? `${name}: ${words}` : words).slice(0, 500), stack: String(stack ?? "").slice(0, 2_000) };
  };
  const Fragment = Symbol("Fragment");
  Object.defineProperty(guest, "Fragment", { value: Fragment });
  guest.isStateful = false;

  const withChildren = (props: Props, children: unknown[]): Props =>
    children.length === 0 ? props : { ...props, children: children.length === 1 ? children[0] : children };
  const createElement = (type: unknown, config: Props | null | undefined, ...children: unknown[]) => {
    const { key, ...props } = config ?? {};
    return guest.create(type, withChildren(props, children), { key });
  };
  const jsx = (
    type: unknown,
    props: Props | null | undefined,
    key?: unknown,
    _isStatic?: unknown,
    at?: { fileName: string; lineNumber: number; columnNumber: number },
  ) => guest.create(type, props ?? {}, { key, source: at && `${at.fileName}:${at.lineNumber}:${at.columnNumber}` });
  const cloneElement = (element: GuestElement, props: Props | null | undefined, ...children: unknown[]) => ({
    ...element,
    props: withChildren({ ...element.props, ...props }, children),
  });

  const listOf = (children: unknown): unknown[] => {
    if (children === null || children === undefined || typeof children === "boolean") return [];
    return isArray(children) ? children.flatMap(listOf) : [children];
  };
  const Children = {
    map: (children: unknown, work: Work) => listOf(children).map((child, index) => work(child, index)),
    forEach: (children: unknown, work: Work) => listOf(children).forEach((child, index) => void work(child, index)),
    count: (children: unknown) => listOf(children).length,
    only: (child: unknown) => child,
    toArray: listOf,
  };

  const createContext = (value: unknown) => {
    const context = { value, Provider: {}, Consumer: {} };
    context.Provider = { $context: context };
    context.Consumer = ({ children }: Props) => (children as Work)(context.value);
    return context;
  };
  const readContext = (context: unknown) => (context as { value?: unknown } | undefined)?.value;
  const firstOf = (state: unknown) => (typeof state === "function" ? state() : state);
  const stateful = (state: unknown, set: unknown) => {
    guest.isStateful = true;
    return [state, set];
  };
  let ids = 0;

  const hooks = {
    useState: (state: unknown) => stateful(firstOf(state), nothing),
    useReducer: (_: unknown, state: unknown, init?: Work) => stateful(init ? init(state) : state, nothing),
    useMemo: (work: Work) => work(),
    useCallback: (work: unknown) => work,
    useRef: (current: unknown) => ({ current }),
    useContext: readContext,
    useId: () => {
      ids += 1;
      return `id${ids}`;
    },
    useEffect: nothing,
    useLayoutEffect: nothing,
    useInsertionEffect: nothing,
    useImperativeHandle: nothing,
    useDebugValue: nothing,
    useTransition: () => [false, firstOf],
    useDeferredValue: (value: unknown) => value,
    useSyncExternalStore: (_: unknown, get: Work, onServer?: Work) => (onServer ?? get)(),
    useOptimistic: (state: unknown) => stateful(state, nothing),
    useActionState: (_: unknown, state: unknown) => [...stateful(state, nothing), false],
    use: readContext,
    memo: (component: unknown) => component,
    forwardRef: (component: Work) => (props: Props) => component(props, null),
    lazy: (load: () => Promise<{ default: unknown }>) => (props: Props) => load().then((loaded) => jsx(loaded.default, props)),
    createContext,
    cloneElement,
    Fragment,
    Children,
  };
  const react = {
    ...hooks,
    createElement,
    Suspense: Fragment,
    StrictMode: Fragment,
    Profiler: Fragment,
    createRef: () => ({ current: null }),
    isValidElement: guest.isElement,
    startTransition: firstOf,
    cache: (work: unknown) => work,
  };
  Object.defineProperty(guest, "React", { value: react });
  Object.assign(globals, hooks, { React: react, _jsxDEV: jsx, _Fragment: Fragment });
}
