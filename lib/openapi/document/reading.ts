import { writtenChars } from "../description/json.ts";
import type { OpenApiDocument } from "../description/reference.ts";
import { listOperations, listWebhooks, type Operation, type OperationKey, outlineOperation, readOperation } from "./operation.ts";

/**
 * Work with all operations of a description together, in characters: so many, and more for each that is written. Operations can share
 * their parts, and so say far more than is written.
 */
const MAX_WORK = 2_000_000;
const MAX_WORK_GROWTH = 7;
/** Characters that take as long as one schema. */
const LOOK_CHARS = 40;
/** Characters that take as long as one parameter or header beside its schema. */
const FIELD_CHARS = 200;

/**
 * Reads operations of one description one after another: whole while what they say is in proportion to what is written, and after that
 * in outline, without what they share.
 */
export class OperationReader {
  readonly document: OpenApiDocument;
  readonly #outlined = new Set<Operation>();
  #room: number;

  /** @param times how often there is room for what is written: a third for who writes no text, more where operations have several pages. */
  constructor(document: OpenApiDocument, times = 1) {
    this.document = document;
    this.#room = times * (MAX_WORK + MAX_WORK_GROWTH * writtenChars(document));
  }

  /** Number of operations that were read in outline. */
  get outlined(): number {
    return this.#outlined.size;
  }

  /** Lists all operations, webhooks and callbacks. */
  list(): OperationKey[] {
    return [...listOperations(this.document), ...listWebhooks(this.document)];
  }

  /** False once everything further is read in outline. */
  get hasRoom(): boolean {
    return this.#room > 0;
  }

  /** Returns an operation; undefined when it is not in the description. */
  read(key: OperationKey): Operation | undefined {
    if (!this.hasRoom) return this.readOutline(key);
    const spent = { looks: 0, chars: 0 };
    const operation = readOperation(this.document, key, spent);
    const { parameters = [], responses = [] } = operation ?? {};
    const fields = responses.reduce((sum, { headers }) => sum + headers.length, parameters.length);
    this.charge(spent.looks * LOOK_CHARS + spent.chars + fields * FIELD_CHARS);
    return operation;
  }

  /** Returns an operation without what it may share with others. */
  readOutline(key: OperationKey): Operation | undefined {
    const outline = outlineOperation(this.document, key);
    if (outline) this.#outlined.add(outline);
    return outline;
  }

  /** Returns true for an operation that this reader has read whole. */
  isWhole(operation: Operation): boolean {
    return !this.#outlined.has(operation);
  }

  /** Adds work that was done with what was read. */
  charge(chars: number): void {
    this.#room -= chars;
  }
}
