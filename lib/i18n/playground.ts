// Tested in catalogue.test.ts.
import { catalogue } from "./catalogue.ts";
import { playground as en } from "./en/playground.ts";
import { playground as es } from "./es/playground.ts";

/** Messages of the form that calls an operation. */
export type PlaygroundMessages = typeof en;
export const playgroundMessages = catalogue<PlaygroundMessages>("playground", en, { es });
