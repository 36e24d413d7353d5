import type { ComponentType } from "react";
import ui from "../site/ui.tsx";
import type { LandingProps, Parts, Slots } from "./site-ui.ts";

interface OwnUi {
  readonly landing?: ComponentType<LandingProps>;
  /** Drawings by the names of components; a page may pass each anything. */
  // biome-ignore lint/suspicious/noExplicitAny: each component says its own props, and site/ui.tsx checks them
  readonly components?: Readonly<Record<string, ComponentType<any>>>;
  readonly slots?: Slots;
  readonly parts?: Parts;
}

/** The fork's drawings. Only this file reads site/ui.tsx, so that the parts it leaves out are handled in one place. */
export const ownUi: OwnUi = ui;
