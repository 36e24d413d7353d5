import type { Project } from "../../lib/config/config.ts";
import { readContentFiles } from "../../lib/content/files/files.ts";
import { findSettingsBelow } from "../../lib/content/files/settings-folder.ts";
import { describeFolder, describeUnreadable } from "../../lib/site/problems.ts";
import type { Finding } from "./finding.ts";

/** Reports on the content folder of a project: its number of pages, or what is wrong with it. */
export async function checkContent(project: Project): Promise<Finding> {
  const name = "content";
  try {
    const { files, settingsAbove } = await readContentFiles(project);
    const texts = files.filter(({ path }) => /\.mdx?$/.test(path));
    const pages = texts.length + (project.apiDescription ? 1 : 0);
    const settingsFolder = settingsAbove ?? findSettingsBelow(files);
    const problem = describeFolder(project, { pages, settingsFolder });
    return problem ? { name, state: "fails", says: `${problem} It is ${project.content}` } : ok(project, texts.length);
  } catch (cause) {
    return { name, state: "fails", says: `${describeUnreadable(project, cause)} It is ${project.content}` };
  }
}

function ok({ content }: Project, texts: number): Finding {
  return { name: "content", state: "ok", says: `${texts} pages in ${content}` };
}
