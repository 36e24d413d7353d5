import type { Site } from "../../lib/content/site.ts";
import { landingPath } from "../../lib/content/urls.ts";
import { docsMessages } from "../../lib/i18n/docs.ts";
import { withBasePath } from "./site-url.ts";

/** The landing page in the other languages of the project. */
export function LanguageLinks({ site: { project, docs }, language }: { site: Site; language: string }) {
  if (docs || project.languages.length < 2) return null;
  return (
    <nav className="language-links" aria-label={docsMessages(language).language}>
      {project.languages.map(({ id, label }) => (
        <a
          key={id}
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
