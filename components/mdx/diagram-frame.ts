import { type DiagramJob, type Mermaid, renderDiagram } from "./render-diagram.ts";

/** A diagram may hold a processor this long, with the time that Mermaid takes to arrive. */
const MAX_MS = 20_000;
/** In UTF-16 units. The largest of the manual has 40,000, besides its fonts. */
const MAX_LENGTH = 4_000_000;
/** Mermaid has a hundred. */
const MAX_FILES = 300;

/** A message of the frame: it needs a file of Mermaid, or it is done. */
type FrameMessage = { readonly file: string } | { readonly svg: string } | { readonly isBroken: true };

interface FrameOptions {
  readonly frame: string;
  readonly library: string;
  readonly signal: AbortSignal;
}

let lastDrawn: Promise<unknown> = Promise.resolve();

/**
 * Draws a diagram in a sandboxed frame, which may run Mermaid and ask nothing of any server: it gets Mermaid's files from here.
 * Returns "broken" for a source with a mistake; undefined for what is too large, takes too long or cannot be loaded. One at a time.
 */
export function drawInFrame(job: DiagramJob, options: FrameOptions): Promise<string | undefined> {
  const drawn = lastDrawn.then(() => (options.signal.aborted ? undefined : drawNow(job, options)));
  lastDrawn = drawn.catch(() => {});
  return drawn;
}

async function drawNow(job: DiagramJob, { frame: address, library, signal }: FrameOptions): Promise<string | undefined> {
  const frame = document.createElement("iframe");
  frame.sandbox.add("allow-scripts");
  frame.src = address;
  frame.title = "";
  frame.inert = true;
  frame.ariaHidden = "true";
  // As wide as the page, which some diagrams are fitted to, and within the window: a browser slows down frames outside of it.
  frame.style.cssText = "position:fixed;inset:0;width:100%;height:100%;border:0;z-index:-1;opacity:0;pointer-events:none";
  // Only the document that this port is handed to can answer: no other window, and no later document of this one.
  const { port1: port, port2: itsPort } = new MessageChannel();
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const giveUp = () => resolve(undefined);
  const timer = setTimeout(giveUp, MAX_MS);
  signal.addEventListener("abort", giveUp);
  frame.addEventListener("error", giveUp);
  // A second document is a navigation of the frame's own.
  frame.addEventListener("load", () => frame.contentWindow?.postMessage(job, "*", [itsPort]), { once: true });
  let files = 0;
  port.onmessage = async ({ data }: MessageEvent<FrameMessage>) => {
    if ("isBroken" in data) return resolve("broken");
    if ("svg" in data) return resolve(String(data.svg).length <= MAX_LENGTH ? String(data.svg) : undefined);
    files += 1;
    if (files > MAX_FILES || !/^(?:\w[\w.-]*\/){0,3}\w[\w.-]*\.mjs$/.test(data.file)) return giveUp();
    const answer = await fetch(new URL(data.file, new URL(library, location.href)), { signal }).catch(() => undefined);
    if (!answer?.ok) return giveUp();
    port.postMessage({ file: data.file, code: await answer.text() });
  };
  document.body.append(frame);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
    port.close();
    frame.remove();
  }
}

/** Returns the script of the frame's document, which `library` names the first file of Mermaid to. */
export function diagramFrameScript(entry: string): string {
  return `(${inFrame})(${JSON.stringify(entry)},${renderDiagram})`;
}

/** Runs in the frame as text, so it uses nothing from outside of itself. Draws one diagram. */
function inFrame(entry: string, render: (mermaid: Mermaid, job: DiagramJob) => Promise<string>): void {
  const onMessage = async ({ source, ports, data: job }: MessageEvent<DiagramJob>) => {
    const [port] = ports;
    if (source !== parent || !port) return;
    removeEventListener("message", onMessage);
    const waiting = new Map<string, (code: string) => void>();
    port.onmessage = ({ data }) => waiting.get(data.file)?.(data.code);
    const addresses = new Map<string, Promise<string>>();
    /** Makes a module of a file, once those that it imports are there. */
    const makeModule = async (file: string): Promise<string> => {
      const received = new Promise<string>((resolve) => waiting.set(file, resolve));
      port.postMessage({ file });
      const code = await received;
      const resolveName = (name: string) => new URL(name, `https://files.invalid/${file}`).pathname.slice(1);
      const imported = /\b(from|import)\s*"(\.[\w./-]+)"/g;
      const names = [...code.matchAll(imported)].map(([, , name = ""]) => name);
      const found = new Map(await Promise.all(names.map(async (name) => [name, await addressOf(resolveName(name))] as const)));
      const linked = code
        .replace(imported, (_, keyword, name) => `${keyword}"${found.get(name)}"`)
        .replace(/\bimport\(\s*"(\.[\w./-]+)"\s*\)/g, (_, name) => `loadModule(${JSON.stringify(resolveName(name))})`);
      return URL.createObjectURL(new Blob([linked], { type: "text/javascript" }));
    };
    const addressOf = (file: string): Promise<string> => {
      const address = addresses.get(file) ?? makeModule(file);
      addresses.set(file, address);
      return address;
    };
    const loadModule = async (file: string) => import(/* turbopackIgnore: true */ await addressOf(file));
    Object.assign(globalThis, { loadModule });
    try {
      document.head.append(Object.assign(document.createElement("style"), { textContent: job.fonts }));
      await Promise.all([...document.fonts].map((font) => font.load()));
      const { default: mermaid } = await loadModule(entry);
      port.postMessage({ svg: await render(mermaid, job) });
    } catch {
      port.postMessage({ isBroken: true });
    }
  };
  addEventListener("message", onMessage);
}
