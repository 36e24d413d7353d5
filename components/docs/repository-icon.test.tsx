import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RepositoryIcon } from "./repository-icon.tsx";

const show = (url: string) => renderToStaticMarkup(<RepositoryIcon url={url} />);

test("a repository shows the sign of the service that hosts it", () => {
  const signs = ["https://github.com/acme/docs", "https://gitlab.com/acme/docs", "https://bitbucket.org/acme/docs"].map(show);
  expect(new Set(signs).size).toBe(3);
  expect(signs.join()).not.toContain("lucide");
  expect(show("https://www.github.com/acme/docs")).toBe(signs[0]);
});

test.each(["https://git.acme.com/docs", "https://github.com.acme.com/docs", "no address"])("%s shows a branch", (url) =>
  expect(show(url)).toContain("lucide-git-branch"),
);
