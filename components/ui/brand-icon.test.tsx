import { GitBranch } from "lucide";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { RepositoryIcon } from "./brand-icon.tsx";

const branch = renderToStaticMarkup(<LucideSvg icon={GitBranch} size={18} />);
const show = (url: string) => renderToStaticMarkup(<RepositoryIcon url={url} />);

test("a repository shows the sign of the service that hosts it", () => {
  const signs = ["https://github.com/acme/docs", "https://gitlab.com/acme/docs", "https://bitbucket.org/acme/docs"].map(show);
  expect(new Set(signs).size).toBe(3);
  expect(signs).not.toContain(branch);
  expect(show("https://www.github.com/acme/docs")).toBe(signs[0]);
});

test.each(["https://git.acme.com/docs", "https://github.com.acme.com/docs", "no address"])("%s shows a branch", (url) =>
  expect(show(url)).toBe(branch),
);
