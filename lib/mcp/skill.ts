import { createHash } from "node:crypto";
import { getConfig, type Project } from "../config/config.ts";
import { serverName } from "./server-info.ts";

/** Returns the path of the skill, without base path. */
export function skillPath({ id }: Project): string {
  return `/.well-known/agent-skills/${skillName(id)}/SKILL.md`;
}

/** Returns the list of the site's skills: one, with the digest of its text. */
export function toSkillsIndex(project: Project): object {
  const digest = `sha256:${createHash("sha256").update(toSkill(project)).digest("hex")}`;
  const { basePath } = getConfig();
  return {
    $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
    skills: [
      {
        name: skillName(project.id),
        type: "skill-md",
        description: descriptionOf(project),
        url: `${project.siteUrl}${basePath}${skillPath(project)}`,
        digest,
      },
    ],
  };
}

/** Returns a SKILL.md that tells an agent how to read this documentation. */
export function toSkill(project: Project): string {
  const base = `${project.siteUrl}${getConfig().basePath}`;
  return `---
name: ${skillName(project.id)}
description: ${JSON.stringify(descriptionOf(project))}
---

# ${serverName(project)}

- The list of all pages: ${base}/llms.txt
- A page as Markdown: its address with \`.md\`, or the request header \`Accept: text/markdown\`.
- An MCP server with the tools \`search\` and \`read_page\`: ${base}/mcp

Search before you answer, read the page that fits, and cite its address.
`;
}

function descriptionOf({ name, description }: Project): string {
  const about = description ? ` ${description}` : "";
  return `Look up the documentation of ${name}.${about} Use it for questions about ${name}.`.slice(0, 1_000);
}

function skillName(id: string): string {
  return `${id}-docs`;
}
