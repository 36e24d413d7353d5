/** Settings that the script gets from the site that serves it. */
interface EmbedSettings {
  /** Address of the frame, without a language. */
  readonly frame: string;
  readonly name: string;
  /** The origins that may show the panel, as `assistant.embed.origins` lists them. */
  readonly origins: readonly string[];
  /** The button's words by language, the site's own first. */
  readonly labels: Readonly<Record<string, string>>;
  readonly close: Readonly<Record<string, string>>;
  readonly accent: string;
  readonly onAccent: string;
}

/** Asks the panel in the frame to do something. */
export interface EmbedRequest {
  readonly docent: "open";
  readonly question?: string;
  /** The question waits in the field. */
  readonly isDraft?: boolean;
  /** Looked up in the search box. */
  readonly search?: string;
}

/** Events that the frame posts to the page around it: names and counts, no texts. */
export type EmbedEvent =
  | { readonly docent: "ready" | "close" }
  | { readonly docent: "answer"; readonly sources: number }
  | { readonly docent: "feedback"; readonly rating: "up" | "down" };

/** Returns the text of `/embed.js`, which adds the assistant's button and panel to another page of the owner's. */
export function embedScript(settings: EmbedSettings): string {
  return `(${embed})(${JSON.stringify(settings).replaceAll("<", "\\u003c")})`;
}

/** Runs in the owner's page as text, so it uses nothing from outside of itself. */
function embed({ frame, name, origins, labels, close, accent, onAccent }: EmbedSettings): void {
  const page = window as unknown as { docent?: object };
  const script = document.currentScript as HTMLScriptElement | null;
  const early: unknown[] = Array.isArray(page.docent) ? page.docent : [];
  if ((page.docent && !Array.isArray(page.docent)) || !script) return;
  // The browser refuses the frame there, and a button that opens an empty panel helps nobody.
  if (![...origins, new URL(script.src).origin].includes(location.origin)) {
    // biome-ignore lint/suspicious/noConsole: for the owner, who sees no button
    console.error(
      `Docent: no assistant on ${location.origin}. Add it to assistant.embed.origins in the docent.config.ts of ${script.src}.`,
    );
    return;
  }
  const given = script.dataset;
  const [first = ""] = Object.keys(labels);
  const wanted = given.language ?? document.documentElement.lang;
  const language = [wanted, wanted.split("-")[0] ?? ""].find((tag) => Object.hasOwn(labels, tag)) ?? first;
  const address = new URL(`${frame}/${language}`, script.src);
  if (given.theme) address.searchParams.set("theme", given.theme);
  if (given.accent) address.searchParams.set("accent", given.accent);

  const host = document.createElement("docent-assistant");
  host.style.cssText = "all:initial";
  const root = host.attachShadow({ mode: "open" });
  const side = given.place === "left" ? "left" : "right";
  // Made here and not in markup: a page whose policy forbids inline styles shows it too.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    :host{--a:${accent};--o:${onAccent}}
    button{all:unset;box-sizing:border-box;cursor:pointer;font:600 15px/1 system-ui,sans-serif}
    button:focus-visible,a:focus-visible{outline:3px solid var(--a);outline-offset:2px}
    .ask{position:fixed;bottom:20px;${side}:20px;z-index:2147483000;padding:0 20px;height:48px;border-radius:24px;background:var(--a);color:var(--o);box-shadow:0 4px 16px #0003}
    .panel{position:fixed;bottom:20px;${side}:20px;z-index:2147483001;width:min(420px,calc(100vw - 40px));height:min(680px,calc(100dvh - 40px));border-radius:14px;overflow:hidden;background:Canvas;color:CanvasText;box-shadow:0 8px 40px #0005}
    [hidden]{display:none!important}
    iframe{position:absolute;inset:0;width:100%;height:100%;border:0}
    .wait{display:grid;gap:16px;place-content:center;justify-items:center;height:100%;font:15px/1.5 system-ui,sans-serif}
    .wait a{color:inherit}.wait button{text-decoration:underline;padding:8px}
    @media(max-width:640px){.panel{inset:0;width:auto;height:auto;border-radius:0}}
    @media(prefers-reduced-motion:no-preference){.panel{animation:in .15s ease-out}@keyframes in{from{opacity:0;transform:translateY(12px)}}}
    @media(forced-colors:active){.ask,.panel{border:2px solid ButtonText}}
    @media print{.ask,.panel{display:none}}`);
  root.adoptedStyleSheets = [sheet];
  const add = <Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, parent: ParentNode) => {
    const element = document.createElement(name);
    element.className = className;
    parent.append(element);
    return element;
  };
  const button = add("button", "ask", root);
  const panel = add("div", "panel", root);
  const wait = add("div", "wait", panel);
  const link = add("a", "", wait);
  const cancel = add("button", "", wait);
  button.type = cancel.type = "button";
  panel.hidden = true;
  panel.role = "dialog";
  const label = given.label ?? labels[language] ?? "";
  button.textContent = label;
  cancel.textContent = close[language] ?? "";
  panel.ariaLabel = label;
  link.textContent = name;
  link.target = "_blank";
  link.rel = "noopener";
  link.href = new URL(frame.replace(/\/embed$/, "/"), script.src).href;
  if (/^#[0-9a-f]{6}$/i.test(given.accent ?? "")) {
    const part = (from: number) => Number.parseInt((given.accent ?? "").slice(from, from + 2), 16) ** 2.2;
    host.style.setProperty("--a", given.accent ?? "");
    host.style.setProperty("--o", 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5) > 0.18 * 255 ** 2.2 ? "#000" : "#fff");
  }
  if (given.button === "none") button.hidden = true;

  let inner: HTMLIFrameElement | undefined;
  let isReady = false;
  let waiting: EmbedRequest = { docent: "open" };
  let before: Element | null = null;
  const watchers: Record<string, ((detail: object) => void)[]> = {};
  const tell = (event: string, detail: object) => {
    for (const watcher of watchers[event] ?? []) watcher(detail);
  };
  const send = () => {
    if (!isReady || !inner) return;
    inner.style.visibility = "";
    wait.hidden = true;
    inner.contentWindow?.postMessage(waiting, address.origin);
    inner.focus();
  };
  const docent = {
    /** Opens the panel: empty, with a question that is asked unless `send` is false, or with a search. */
    open({ question, search, send: isSent = true }: { question?: string; search?: string; send?: boolean } = {}) {
      waiting = { docent: "open", ...(question && { question, isDraft: !isSent }), ...(search && { search }) };
      if (panel.hidden) {
        before = document.activeElement;
        panel.hidden = false;
        button.hidden = true;
        button.ariaExpanded = "true";
        tell("open", {});
      }
      if (!inner) {
        inner = document.createElement("iframe");
        inner.title = label;
        // Until it is ready, what is below it can be pressed: it may never be.
        inner.style.visibility = "hidden";
        inner.src = address.href;
        inner.allow = "clipboard-write";
        panel.append(inner);
      }
      send();
    },
    close() {
      if (panel.hidden) return;
      panel.hidden = true;
      button.hidden = given.button === "none";
      button.ariaExpanded = "false";
      const target = before && before !== document.body && before !== host ? before : button;
      (target as HTMLElement).focus?.();
      tell("close", {});
    },
    /** Calls with this object: as an array, before the script is there, it keeps the call for then. */
    push(call: (own: object) => void) {
      call(docent);
    },
    /** Removes button, panel and listeners. */
    remove() {
      host.remove();
      removeEventListener("message", onMessage);
      delete page.docent;
    },
    /** Calls back at "open", "close", "answer" and "feedback". Returns what ends it. */
    on(event: string, watcher: (detail: object) => void) {
      watchers[event] = [...(watchers[event] ?? []), watcher];
      return () => {
        watchers[event] = (watchers[event] ?? []).filter((other) => other !== watcher);
      };
    },
  };
  page.docent = docent;
  button.onclick = () => docent.open();
  cancel.onclick = () => docent.close();
  panel.onkeydown = ({ key }) => {
    if (key === "Escape") docent.close();
  };
  const onMessage = ({ source, origin, data }: MessageEvent) => {
    if (!inner || source !== inner.contentWindow || origin !== address.origin) return;
    const { docent: kind, ...detail } = Object(data);
    if (kind === "ready") {
      isReady = true;
      send();
    } else if (kind === "close") docent.close();
    else if (kind === "answer" || kind === "feedback") tell(kind, detail);
  };
  addEventListener("message", onMessage);
  const place = () => {
    document.body.append(host);
    for (const call of early) if (typeof call === "function") call(docent);
  };
  if (document.body) place();
  else addEventListener("DOMContentLoaded", place);
}
