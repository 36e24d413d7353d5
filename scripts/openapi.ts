import { writeFile } from "node:fs/promises";
import { describeApi } from "../lib/api-description/api-description.ts";

/** Writes the description of this service's own API, from which the template's reference pages are made. */
const file = "content/openapi.json";
await writeFile(file, `${JSON.stringify(describeApi(), null, 2)}\n`);
console.log(`Wrote ${file}.`);
