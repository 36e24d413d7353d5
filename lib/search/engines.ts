import { readFile } from "node:fs/promises";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { deserialize, serialize } from "node:v8";
import { gunzip, gzip } from "node:zlib";
import { z } from "zod";
import { getAccess, type Project } from "../config/config.ts";
import type { Page } from "../content/model/page.ts";
import type { Passage } from "../content/model/passage.ts";
import { log, toLogFields } from "../log.ts";
import { perProcess } from "../process-state.ts";
import { replaceFile } from "../replace-file.ts";
import { buildAside, buildSavedAside } from "./build.ts";
import { copyPacked, type PackedMatrix } from "./dense/matrix.ts";
import { configuredProvider, prepareProvider } from "./dense/provider.ts";
import { type Engine, hashEngine, restoreEngine, type SavedEngine } from "./engine.ts";

/** The part of a site that search reads. */
export interface SearchableSite {
  readonly project: Project;
  readonly hash: string;
  readonly passages: readonly Passage[];
  /** Pages of the passages: one that exists in several languages and versions has one slug. */
  readonly pages: readonly Pick<Page, "path" | "slug">[];
}

/** Bump it when the saved form changes: engines are then built again instead of loaded. */
const FORMAT = 3;
/** Most bytes that a saved file may unpack to: the size that a Buffer can have on every platform. */
const MAX_BYTES = 2 * 1024 * 1024 * 1024 - 1;

/** How engines of a project are shared where readers have different sites: those of equal passages, and nothing that one has learned. */
type EnginesByHash = Map<string, WeakRef<Engine>>;

interface Shared {
  /** An entry is dropped with its site. */
  readonly bySite: WeakMap<SearchableSite, Promise<readonly Engine[]>>;
  /** By project: the engines made last, parts of which the next ones may use again. */
  readonly latest: Map<string, readonly Engine[]>;
  /** By project, where its readers have different sites. */
  readonly byHash: Map<string, EnginesByHash>;
}

const shared = perProcess<Shared>("engines", () => ({ bySite: new WeakMap(), latest: new Map(), byHash: new Map() }));

/**
 * Returns the engines of a site, one for each language and version that has passages. The first call loads what a build has
 * prepared and builds what is missing; a failure is forgotten, so that the next call tries again.
 */
export function enginesOf(site: SearchableSite): Promise<readonly Engine[]> {
  const { bySite } = shared.get();
  const cached = bySite.get(site);
  if (cached) return cached;
  const making = makeEngines(site);
  bySite.set(site, making);
  making.catch(() => bySite.delete(site));
  return making;
}

/** Returns true for a site that has been searched, or whose engines came with it. */
export function hasEngines(site: SearchableSite): boolean {
  return shared.get().bySite.has(site);
}

async function makeEngines(site: SearchableSite): Promise<readonly Engine[]> {
  const earlier = shared.get().latest.get(site.project.id);
  // An engine of the build can only fit while none was made since.
  const isFirst = getAccess() ? poolOf(site.project).size === 0 : earlier === undefined;
  const saved = isFirst ? await readPrepared(site.project) : [];
  return assembleEngines(site, { saved, earlier: earlier ?? [] });
}

interface Sources {
  readonly saved: readonly StoredEngine[];
  readonly earlier: readonly Engine[];
}

/** Takes each engine from the earlier or the saved ones, or builds it. */
async function assembleEngines(site: SearchableSite, { saved, earlier }: Sources): Promise<readonly Engine[]> {
  const pool = getAccess() && poolOf(site.project);
  const engines: Engine[] = [];
  for (const { passages, language, version, hash } of listGroups(site)) {
    const stored = findStored(saved, hash);
    const engine =
      (pool ? pool.get(hash)?.deref() : earlier.find((candidate) => candidate.hash === hash)) ??
      (stored && (await restore(stored, passages, language))) ??
      (await buildAside(
        passages,
        language,
        pool ? undefined : earlier.find((candidate) => candidate.language === language && candidate.version === version),
      ));
    engines.push(engine);
    pool?.set(hash, new WeakRef(engine));
    // Lets waiting requests run between two engines.
    await setImmediate();
  }
  if (!pool) shared.get().latest.set(site.project.id, engines);
  return engines;
}

/** Returns the passages of each engine of a site. */
function listGroups({ passages: all }: SearchableSite) {
  const groups = Map.groupBy(all, ({ language, version }) => JSON.stringify([language, version]));
  return [...groups.values()].map((passages) => {
    const { language, version } = passages[0] as Passage;
    return { passages, language, version, hash: hashEngine(passages, language) };
  });
}

/** An engine that was built after another one holds words of it, which readers of another site may not know. */
function findStored(saved: readonly StoredEngine[], hash: string): StoredEngine | undefined {
  return saved.find((candidate) => candidate.engine.hash === hash && (!getAccess() || candidate.isAlone));
}

/** Returns the engines of a project by their passages, without those that no site has any more. */
function poolOf({ id }: Project): EnginesByHash {
  const { byHash } = shared.get();
  const pool = byHash.get(id) ?? new Map();
  for (const [hash, engine] of pool) if (!engine.deref()) pool.delete(hash);
  byHash.set(id, pool);
  return pool;
}

async function restore(
  { engine: saved, provided }: StoredEngine,
  passages: readonly Passage[],
  language: string,
): Promise<Engine> {
  const engine = await restoreEngine(saved, passages, language);
  const provider = configuredProvider();
  if (provider && provided?.id === provider.id) provider.adopt(engine, copyPacked(provided.vectors));
  return engine;
}

/** The stored form of an engine, with a provider's vectors of its passages. */
interface StoredEngine {
  readonly engine: SavedEngine;
  readonly provided: { readonly id: string; readonly vectors: PackedMatrix } | null;
  /** True for one that was built after no other. */
  readonly isAlone?: boolean;
}

const Identified = z.object({ engine: z.object({ hash: z.string() }) });
const Stored = z.object({
  format: z.literal(FORMAT),
  engines: z.array(z.custom<StoredEngine>((stored) => Identified.safeParse(stored).success)),
});

/**
 * Returns the engines of a site as compressed bytes. Where an embedding model is configured, its vectors are fetched and
 * saved too; a provider that fails is logged, and the engines are saved without them.
 */
export async function saveEngines(site: SearchableSite): Promise<Uint8Array> {
  const engines: StoredEngine[] = [];
  for (const engine of await enginesOf(site))
    engines.push({ engine: engine.save(), provided: await provide(engine), isAlone: getAccess() !== undefined });
  return packEngines(engines);
}

function packEngines(engines: readonly StoredEngine[]): Promise<Uint8Array> {
  return promisify(gzip)(serialize({ format: FORMAT, engines }), { level: 4 });
}

async function provide(engine: Pick<Engine, "passages">, stored?: StoredEngine): Promise<StoredEngine["provided"]> {
  const provider = configuredProvider();
  if (!provider) return null;
  if (stored?.provided?.id === provider.id) return stored.provided;
  try {
    return { id: provider.id, vectors: await provider.embedPassages(engine) };
  } catch (cause) {
    log("warn", "passages could not be embedded; search goes on with its built-in retrievers", toLogFields(cause));
    return null;
  }
}

/**
 * Gives a site the engines that `saveEngines` made. An engine that does not fit the site's passages or this program, or
 * bytes that cannot be read, are built instead.
 */
export async function loadEngines(site: SearchableSite, bytes: Uint8Array): Promise<void> {
  const saved = await readStored(bytes).catch((cause: unknown) => {
    log("warn", "saved search engines cannot be read; they are built again", toLogFields(cause));
    return [];
  });
  const { bySite, latest } = shared.get();
  const loading = assembleEngines(site, { saved, earlier: latest.get(site.project.id) ?? [] });
  bySite.set(site, loading);
  loading.catch(() => bySite.delete(site));
  await loading;
}

async function readStored(bytes: Uint8Array): Promise<readonly StoredEngine[]> {
  const unpacked = await promisify(gunzip)(bytes, { maxOutputLength: MAX_BYTES });
  return Stored.parse(deserialize(unpacked)).engines;
}

/** Options of a build that prepares engines. */
export interface PrepareOptions {
  readonly folder?: string;
  /** Called with how far a long preparation is. */
  readonly logProgress?: (line: string) => void;
}

/**
 * Writes the engines of a site where a starting server looks for them: beside the build's snapshot of the content. Takes those that an
 * earlier build wrote, or builds them; this process holds none of them. Reads no blocks of the passages.
 */
export async function prepareEngines(
  site: SearchableSite,
  { folder = ".snapshot", logProgress = () => {} }: PrepareOptions = {},
): Promise<void> {
  prepareProvider(logProgress);
  const saved = await readPrepared(site.project);
  const engines: StoredEngine[] = [];
  for (const { passages, language, hash } of listGroups(site)) {
    const stored = findStored(saved, hash);
    const engine = stored?.engine ?? (await buildSavedAside(passages, language));
    engines.push({ engine, provided: await provide({ passages }, stored), isAlone: getAccess() !== undefined });
  }
  await replaceFile(enginesFile(site.project, folder), await packEngines(engines));
}

async function readPrepared(project: Project): Promise<readonly StoredEngine[]> {
  try {
    return await readStored(await readFile(enginesFile(project, ".snapshot")));
  } catch {
    // Absent, damaged or of another format: engines can always be built.
    return [];
  }
}

function enginesFile({ id }: Project, folder: string): string {
  return path.resolve(/* turbopackIgnore: true */ folder, `${id}.search.bin.gz`);
}
