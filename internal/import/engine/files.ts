/** The importer's imports from lib, first of three: files of a folder, their kinds and settings, and descriptions of APIs. */

export {
  assetTypeOf,
  fileKindOf,
  isIncludable,
  isPageFile,
  isSkipped,
  ONLY_WHEN_IMPORTED,
} from "../../../lib/content/files/file-kinds.ts";
export { type ContentFiles, readContentFiles } from "../../../lib/content/files/files.ts";
export { aliasedPath, findModule, namedFiles, withoutAbove } from "../../../lib/content/files/modules.ts";
export { findSettingsAbove, isDocsSettings } from "../../../lib/content/files/settings-folder.ts";
export { listRemoteFamilies } from "../../../lib/content/files/styles.ts";
export { type ContentFile, sha256 } from "../../../lib/content/model/content-file.ts";
export type { Page } from "../../../lib/content/model/page.ts";
export { createRecord } from "../../../lib/content/model/records.ts";
export { withoutNumber } from "../../../lib/content/model/slug.ts";
export { splitPath } from "../../../lib/content/model/urls.ts";
export { counted } from "../../../lib/counted.ts";
export { type Finding, warningIn } from "../../../lib/finding.ts";
export { isDescription } from "../../../lib/openapi/description/is-description.ts";
export { DescriptionError, isObject, type JsonObject, listOf, textOf } from "../../../lib/openapi/description/json.ts";
export { fetchAsFile, listNamedAddresses } from "../../../lib/updates/pipeline.ts";
export { readYaml } from "../../../lib/yaml.ts";
