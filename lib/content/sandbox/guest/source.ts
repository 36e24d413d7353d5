import { installLocale } from "./locale.ts";
import { installModules } from "./modules.ts";
import { installReact } from "./react.ts";
import { installRender } from "./render.ts";
import { installValues } from "./values.ts";

/** The code that makes a bare engine the guest: each part is a function that names nothing outside of itself. */
export const GUEST_SOURCE: string = [
  'Object.defineProperty(globalThis, "$guest", { value: {} });',
  ...[installReact, installModules, installRender, installValues, installLocale].map((install) => `(${install})(globalThis);`),
].join("\n");
