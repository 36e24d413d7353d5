// Tested in e2e/reading.spec.ts.
import type { Site } from "../../lib/content/site.ts";
import { landingPath } from "../../lib/content/urls.ts";
import { docsMessages } from "../../lib/i18n/docs.ts";
import { withBasePath } from "./site-url.ts";

/** The landing page in the other languages of the project. */
export function LanguageLinks({ site: { project, docs }, language }: { site: Site; language: string }) {
  if (docs || project.languages.length < 2) return null;
  return (
    <nav
      className="flex flex-wrap justify-center gap-x-5 gap-y-1 px-5 pb-10 text-[0.9063rem]"
      aria-label={docsMessages(language).language}
    >
      {project.languages.map(({ id, label }) => (
        <a
          key={id}
          className="py-1 text-muted underline-offset-[0.3em] hover:text-ink hover:underline aria-[current]:text-ink aria-[current]:underline"
          href={withBasePath(landingPath(project, id))}
          hrefLang={id}
          lang={id}
          aria-current={id === language ? "true" : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}
