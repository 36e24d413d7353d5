// Tested in catalogue.test.ts.
import { catalogue } from "./catalogue.ts";
import { errors as en } from "./en/errors.ts";
import { errors as es } from "./es/errors.ts";

/** Messages of the pages that explain the error codes of the API. */
export type ErrorsMessages = typeof en;
export const errorsMessages = catalogue<ErrorsMessages>("errors", en, { es });
