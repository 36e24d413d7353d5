/** A setting that cannot be used. The message names the variable or file and says how to put it right. */
export class SettingsError extends Error {}
