import { randomUUID } from "node:crypto";
import { partIn, rootPart } from "./parts.ts";

/** An object of a document that refers to another part or document. */
export interface ReferenceNode {
  $ref?: unknown;
}

/** Parts of documents that are hidden from a program that looks for references in them, until they are shown again. */
export class Mask {
  readonly #token = randomUUID();
  readonly #hidden: unknown[] = [];

  /** Hides the `$ref` of an object, which is shown as the given reference. */
  hideReference(node: ReferenceNode, reference: string): void {
    delete node.$ref;
    Object.assign(node, { [this.#token]: reference });
  }

  /** Hides examples, extensions and other data of a document, in which `$ref` is not a reference. */
  hideData(document: object): void {
    const seen = new Set<object>();
    const waiting = [rootPart(document)];
    for (let part = waiting.pop(); part; part = waiting.pop()) {
      if (seen.has(part.value)) continue;
      seen.add(part.value);
      const members = part.value as Record<string, unknown>;
      for (const [key, value] of Object.entries(members)) {
        if (typeof value !== "object" || value === null) continue;
        const next = partIn(part, key, value);
        if (next.isData) members[key] = `${this.#token}:${this.#hidden.push(value) - 1}`;
        else waiting.push(next);
      }
    }
  }

  /** Restores everything that is hidden in a value. */
  show(root: unknown): unknown {
    const holder = { root };
    const seen = new Set<unknown>();
    const waiting: object[] = [holder];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (seen.has(node)) continue;
      seen.add(node);
      const members = node as Record<string, unknown>;
      if (Object.hasOwn(members, this.#token)) {
        members.$ref = members[this.#token];
        delete members[this.#token];
      }
      for (const [key, value] of Object.entries(members)) {
        const shown = this.#find(value);
        if (shown !== undefined) members[key] = shown.value;
        else if (typeof value === "object" && value !== null) waiting.push(value);
      }
    }
    return holder.root;
  }

  #find(value: unknown): { value: unknown } | undefined {
    if (typeof value !== "string" || !value.startsWith(`${this.#token}:`)) return undefined;
    return { value: this.#hidden[Number(value.slice(this.#token.length + 1))] };
  }
}
