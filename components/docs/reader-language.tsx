import { X } from "lucide";
import type { Project } from "../../lib/config/schema.ts";
import type { Site } from "../../lib/content/site/site.ts";
import { directionOf } from "../../lib/i18n/languages.ts";
import { docsMessages } from "../../lib/i18n/messages.ts";
import { languageTag } from "../../lib/language-tag.ts";
import { withBasePath } from "../../lib/site/served/site-url.ts";
import { LucideSvg } from "../ui/lucide-svg.tsx";

interface LanguageOffersProps {
  readonly site: Site;
  /** Paths of the page in the languages that have it, by language. */
  readonly translations: Readonly<Record<string, string>>;
  /** The language in which the page is shown. */
  readonly language: string;
}

/**
 * Renders a line in each other language that has the page; `LanguageOfReader` shows the one in the language that the browser asks for, so
 * that the HTML is the same for all readers.
 */
export function LanguageOffers({ site, translations, language }: LanguageOffersProps) {
  return site.project.languages.map(({ id, label }) => {
    const path = translations[id];
    if (id === language || path === undefined) return null;
    const messages = docsMessages(id);
    return (
      <p
        key={id}
        data-offer={id}
        lang={languageTag(id)}
        dir={directionOf(id)}
        className="mb-4 items-center rounded-(--radius) border border-line bg-sunk ps-4 pe-1.5 text-[0.9375rem]"
      >
        <a
          className="flex-1 py-2 font-medium underline underline-offset-[0.2em]"
          href={withBasePath(path)}
          hrefLang={languageTag(id)}
          data-language-link={id}
        >
          {messages.inLanguage(label)}
        </a>
        <button
          type="button"
          className="grid size-9 place-items-center rounded-md text-muted hover:text-ink"
          aria-label={messages.close}
          data-keep-language={language}
        >
          <LucideSvg icon={X} size={16} />
        </button>
      </p>
    );
  });
}

/** Renders, for the head of a site in several languages, what shows the offer in the reader's. The last choice stays in the browser. */
export function LanguageOfReader({ project: { languages } }: { readonly project: Pick<Project, "languages"> }) {
  if (languages.length < 2) return null;
  const tags = languages.map(({ id }) => [id, languageTag(id)]);
  const rules = languages.map(({ id }) => `:root[data-offer="${id}"] p[data-offer="${id}"]`).join();
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made from the ids of languages, which are checked */}
      <style dangerouslySetInnerHTML={{ __html: `p[data-offer]{display:none}${rules}{display:flex}` }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: fixed text and the ids of languages, runs before the first paint */}
      <script dangerouslySetInnerHTML={{ __html: `(${offerLanguage})(${JSON.stringify(tags)})` }} />
    </>
  );
}

/** Runs in the head of a page, by its text: refers to nothing outside of itself. */
function offerLanguage(languages: readonly (readonly [id: string, tag: string])[]): void {
  const root = document.documentElement;
  const key = "docent-language";
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(key);
  } catch {}
  const script = (tag: string) => {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  };
  const find = (wanted: string) => {
    const same = languages.find(([id, tag]) => [id, tag].some((one) => one.toLowerCase() === wanted.toLowerCase()));
    return same ?? languages.find(([, tag]) => script(tag) === script(wanted));
  };
  try {
    const found = (kept ? [kept] : navigator.languages).map(find).find(Boolean);
    if (found) root.dataset.offer = found[0];
  } catch {}
  document.addEventListener("click", ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLElement>("[data-language-link],[data-keep-language]") : null;
    const id = link?.dataset.languageLink ?? link?.dataset.keepLanguage;
    if (!id) return;
    root.dataset.offer = id;
    try {
      localStorage.setItem(key, id);
    } catch {}
  });
}
