import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { getConfig, getEnvironment } from "../config/config.ts";
import { log, toLogFields } from "../log.ts";
import { replaceFile } from "../replace-file.ts";

/** Bytes that a logo may have: cards and pages hold it whole. */
const MAX_BYTES = 256 * 1024;

const TYPES: Readonly<Record<string, string>> = {
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
};

const BrandImage = z.object({
  /** Path in the public folder. */
  path: z.string(),
  /** The picture itself, as a data: address. */
  data: z.string(),
  /** In the picture's own unit; undefined where it does not say. */
  size: z.object({ width: z.number(), height: z.number() }).optional(),
});
export type BrandImage = z.infer<typeof BrandImage>;

const Brand = z.object({ light: BrandImage, dark: BrandImage });
/** The logo in both schemes. */
export type Brand = z.infer<typeof Brand>;

let built: Promise<unknown> | undefined;

/**
 * Returns the logo of the configuration; undefined when there is none, or when it cannot be read, which the log says. A server
 * reads what its build wrote, since hosts keep public files apart from functions; elsewhere the files are read.
 */
export async function readBrand(): Promise<Brand | undefined> {
  const { logo } = getConfig();
  if (!logo) return undefined;
  if (getEnvironment().production) {
    built ??= readFile(brandFile(), "utf8").then(JSON.parse, () => undefined);
    const { success, data } = Brand.safeParse(await built);
    if (success && data.light.path === logo.light && data.dark.path === logo.dark) return data;
  }
  return readImages(logo).catch((cause: unknown) => {
    log("warn", "the logo cannot be shown", toLogFields(cause));
    return undefined;
  });
}

/**
 * Returns the logo as its files are now; undefined when there is none.
 * @throws Error naming the setting whose file is missing, too large or of another type.
 */
export async function readBrandFiles(): Promise<Brand | undefined> {
  const { logo } = getConfig();
  return logo && readImages(logo);
}

/** Writes the logo down for the server that runs this build. @throws as readBrandFiles. */
export async function writeBrand(): Promise<void> {
  await replaceFile(brandFile(), JSON.stringify((await readBrandFiles()) ?? null));
}

function brandFile(): string {
  return path.join(process.cwd(), ".snapshot/brand.json");
}

async function readImages({ light, dark }: { light: string; dark: string }): Promise<Brand> {
  return { light: await readImage("logo.light", light), dark: await readImage("logo.dark", dark) };
}

async function readImage(setting: string, file: string): Promise<BrandImage> {
  const type = TYPES[path.extname(file).toLowerCase()];
  if (!type) throw new Error(`${setting}: ${file} must be an .svg, .png or .jpg file.`);
  const bytes = await readFile(path.join(/* turbopackIgnore: true */ process.cwd(), "public", file)).catch(() => {
    throw new Error(`${setting}: there is no file public${file}.`);
  });
  if (bytes.length > MAX_BYTES) throw new Error(`${setting}: ${file} has ${bytes.length} bytes; make it ${MAX_BYTES} or fewer.`);
  return { path: file, data: `data:${type};base64,${bytes.toString("base64")}`, size: sizeOf(type, bytes) };
}

/** Returns the size that an SVG or PNG states. */
export function sizeOf(type: string, bytes: Buffer): BrandImage["size"] {
  if (type === "image/png" && bytes.length > 24) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (type !== "image/svg+xml") return undefined;
  const [tag = ""] = /<svg\b[^<>]*>/.exec(bytes.toString("utf8")) ?? [];
  const [, box] = /\bviewBox\s*=\s*["']([^"']*)["']/.exec(tag) ?? [];
  const [, , boxWidth, boxHeight] =
    box
      ?.trim()
      .split(/[\s,]+/)
      .map(Number) ?? [];
  const attribute = (name: string) => Number(new RegExp(`\\s${name}\\s*=\\s*["'](\\d+(?:\\.\\d+)?)(?:px)?["']`).exec(tag)?.[1]);
  const [width, height] = boxWidth && boxHeight ? [boxWidth, boxHeight] : [attribute("width"), attribute("height")];
  return width && height ? { width, height } : undefined;
}
