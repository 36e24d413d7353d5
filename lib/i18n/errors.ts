import { type ErrorsMessages, errors } from "./en/errors.ts";
import { catalogue } from "./i18n.ts";
import "./all-translations.ts";

export type { ErrorsMessages };

/** Messages of the pages that explain the error codes of the API. */
export const errorsMessages = catalogue("errors", errors);
