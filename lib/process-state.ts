/** One value that all code of this process shares. */
export interface ProcessState<State> {
  /** The value, made on first use. */
  readonly get: () => State;
  /** Forgets the value: the next use makes it again. */
  readonly reset: () => void;
}

// Next bundles pages, route handlers, the proxy and instrumentation apart, and in development Node itself loads what runs
// beside the pages, so one process has several instances of a module. A registered symbol is what they all find. A state is
// here where two of them must see the same: one site, one store, what a route handler tells the end of the process, a count
// that would be taken twice, vectors that would be in memory twice. What route handlers alone use, which share their instances, and
// a cache that may as well be filled twice are variables of their module.
const KEY = Symbol.for("docent.process-state");
const holder = globalThis as { [KEY]?: Map<string, unknown> };

function states(): Map<string, unknown> {
  holder[KEY] ??= new Map();
  return holder[KEY];
}

/** Returns the state of the process under a name that nothing else uses. */
export function perProcess<State>(name: string, create: () => State): ProcessState<State> {
  return {
    get: () => {
      if (!states().has(name)) states().set(name, create());
      return states().get(name) as State;
    },
    reset: () => void states().delete(name),
  };
}

/** Makes the process forget everything that it holds, as a restart would. */
export function forgetProcessState(): void {
  states().clear();
}

/** Gives the process another value under a name until the returned function is called. */
export function replaceProcessState(name: string, state: unknown): () => void {
  const restore = resetProcessState(name);
  states().set(name, state);
  return restore;
}

/** Makes the process forget what it holds under these names, as a restart would, until the returned function is called. */
export function resetProcessState(...names: readonly string[]): () => void {
  const before = names.filter((name) => states().has(name)).map((name) => [name, states().get(name)] as const);
  const forget = () => {
    for (const name of names) states().delete(name);
  };
  forget();
  return () => {
    forget();
    for (const [name, state] of before) states().set(name, state);
  };
}
