import { describeMissingAddress } from "../lib/config/config.ts";
import { loadEnv } from "./load-env.ts";

/** Says at the end of a build what its owner would otherwise learn from readers. */
loadEnv();
const missing = describeMissingAddress();
if (missing) console.log(`\n${missing}.`);
