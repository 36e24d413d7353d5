import { createHash } from "node:crypto";

/** A page, a meta.json or an API description as it was read. */
export interface ContentFile {
  /** Path below the content folder, with `/`; for the API description as the project names it. */
  readonly path: string;
  readonly text: string;
  /** SHA-256 (hex) of the text. */
  readonly hash: string;
  /** Modification time, size and inode of the file on disk; absent when it came from elsewhere. */
  readonly stamp?: string;
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Files that a page takes content from, by their path below the content folder. */
export type Modules = Readonly<Record<string, string>>;
