/*
 * Skills for agents: the generated one, which says how to read this documentation, and those of the content folder, in
 * `skills/<name>/SKILL.md` with the files beside it. Agent Skills Discovery 0.2.0 has one artefact for each, a text or an archive;
 * 0.1.0, which `.well-known/skills` has, lists files. Start at `readSkills`.
 */

import { createHash } from "node:crypto";
import { zipSync } from "fflate";
import { z } from "zod";
import { getConfig, type Project } from "../config/config.ts";
import { skillFileOf } from "../content/files/file-kinds.ts";
import { splitFrontMatter } from "../content/parse/front-matter.ts";
import { hasAsset, type Site } from "../content/site/site.ts";
import { openAsset } from "../site/served/assets.ts";
import { needsKey, serverName } from "./discovery.ts";

const SKILL = "SKILL.md";
/** Bounds of all skills of a site, so that its index costs little. */
const MAX_SKILLS = 50;
const MAX_FILES = 100;
const MAX_BYTES = 4 * 1024 * 1024;

/** A skill with its files, SKILL.md first. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly files: readonly SkillFile[];
}

interface SkillFile {
  /** Path below the skill's folder. */
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const Head = z.object({ name: z.string().max(64), description: z.string().trim().min(1).max(1_024) });

/** Reads the skills of a site: the generated one first, unless one of the content has its name. A skill without a name and a description of its own is left out. */
export async function readSkills(site: Site): Promise<Skill[]> {
  const names = [...new Set(site.assets.flatMap((name) => skillFileOf(name)?.skill ?? []))];
  const own: Skill[] = [];
  for (const name of names.slice(0, MAX_SKILLS)) {
    const skill = await readSkill(site, name);
    if (skill) own.push(skill);
  }
  const generated = generateSkill(site.project);
  return own.some(({ name }) => name === generated.name) ? own : [generated, ...own];
}

/** Reads one skill of the content; undefined for one that is not there, is too large, or whose SKILL.md does not say its name. */
async function readSkill(site: Site, name: string): Promise<Skill | undefined> {
  const paths = site.assets.flatMap((asset) => {
    const file = skillFileOf(asset);
    return file?.skill === name ? [file.path] : [];
  });
  const files: SkillFile[] = [];
  let left = MAX_BYTES;
  for (const path of [SKILL, ...paths.filter((each) => each !== SKILL)].slice(0, MAX_FILES)) {
    const bytes = await readFile(site, `skills/${name}/${path}`, left);
    if (!bytes) return undefined;
    left -= bytes.byteLength;
    files.push({ path, bytes });
  }
  const head = Head.safeParse(splitFrontMatter(SKILL, new TextDecoder().decode(files[0]?.bytes)).data);
  return head.success && head.data.name === name ? { name, description: head.data.description, files } : undefined;
}

async function readFile(site: Site, name: string, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const opened = hasAsset(site, name) ? await openAsset(site.project, name) : undefined;
  if (!opened) return undefined;
  const { file, size } = opened;
  try {
    return size > most ? undefined : new Uint8Array(await file.readFile());
  } finally {
    await file.close();
  }
}

/** A document about skills: its bytes and media type. */
interface Document {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly type: string;
}

const JSON_TYPE = "application/json";
const TEXT_TYPE = "text/markdown; charset=utf-8";

/**
 * Returns the document at a path below `/.well-known/<folder>/`: the index in the form of that folder, the archive of a skill, or a
 * file of one. Undefined for no such document.
 */
export async function findSkillDocument(site: Site, folder: SkillFolder, path: string): Promise<Document | undefined> {
  const skills = await readSkills(site);
  const base = `${site.project.siteUrl}${getConfig().basePath}/.well-known/${folder}`;
  if (path === "index.json") {
    const index = folder === "skills" ? toFileIndex(skills) : toArtefactIndex(skills, base);
    return { body: JSON.stringify(index), type: JSON_TYPE };
  }
  const [, name = "", file = ""] = /^([^/]+)\/(.+)$/s.exec(path) ?? [];
  const skill = skills.find((each) => each.name === (name || path.replace(/\.zip$/, "")));
  if (skill && path === `${skill.name}.zip`) return { body: toArchive(skill), type: "application/zip" };
  const found = skill?.files.find((each) => each.path === file);
  return found && { body: found.bytes, type: file.endsWith(".md") ? TEXT_TYPE : "text/plain; charset=utf-8" };
}

/** Folders below `/.well-known` at which clients look for skills. */
export type SkillFolder = "agent-skills" | "skills";

/** Returns the generated skill, as `/skill.md` shows it. */
export function generatedSkill(project: Project): Document {
  return { body: toSkill(project), type: TEXT_TYPE };
}

function toArtefactIndex(skills: readonly Skill[], base: string): object {
  return {
    $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
    skills: skills.map((skill) => {
      const { name, description, files } = skill;
      const isText = files.length === 1;
      const bytes = isText ? files[0]?.bytes : toArchive(skill);
      const digest = `sha256:${createHash("sha256")
        .update(bytes ?? "")
        .digest("hex")}`;
      const url = isText ? `${base}/${name}/${SKILL}` : `${base}/${name}.zip`;
      return { name, type: isText ? "skill-md" : "archive", description, url, digest };
    }),
  };
}

function toFileIndex(skills: readonly Skill[]): object {
  return { skills: skills.map(({ name, description, files }) => ({ name, description, files: files.map(({ path }) => path) })) };
}

/** Packs a skill so that the same files are the same bytes. */
function toArchive({ files }: Skill): Uint8Array<ArrayBuffer> {
  const entries = files.map(({ path, bytes }) => [path, bytes] as const);
  return new Uint8Array(zipSync(Object.fromEntries(entries), { mtime: new Date(1980, 0, 1), level: 6 }));
}

function generateSkill(project: Project): Skill {
  const bytes = new TextEncoder().encode(toSkill(project));
  return { name: skillName(project.id), description: descriptionOf(project), files: [{ path: SKILL, bytes }] };
}

/** Returns a SKILL.md that tells an agent how to read this documentation. */
function toSkill(project: Project): string {
  const { basePath, mcp } = getConfig();
  const base = `${project.siteUrl}${basePath}`;
  const key = needsKey() ? ". It needs a key in `Authorization: Bearer`" : "";
  const tools = "`search`, `read_page`, `find_text` and `report_problem`";
  return `---
name: ${skillName(project.id)}
description: ${JSON.stringify(descriptionOf(project))}
---

# ${serverName(project)}

- The list of all pages: ${base}/llms.txt
- A page as Markdown: its address with \`.md\`, or the request header \`Accept: text/markdown\`.
- Search by GET, as JSON: ${base}/v1/search/${project.domain}?query=
${mcp.enabled ? `- An MCP server with the tools ${tools}: ${base}/mcp${key}\n` : ""}
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
