"use client";

import { Monitor, Moon, Sun } from "lucide";
import { useEffect, useSyncExternalStore } from "react";
import { readStored, writeStored } from "../browser-store.ts";
import { MENU_ITEM } from "../ui/button.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { LucideSvg } from "../ui/lucide-svg.tsx";

type Scheme = "system" | "light" | "dark";

const storageKey = "docent-theme";
const icons = { system: Monitor, light: Sun, dark: Moon };

interface ThemeSwitchProps {
  readonly label: string;
  readonly names: Record<Scheme, string>;
  readonly initial: Scheme;
  /** True for a choice of a menu, with its words; false for a button with an icon. */
  readonly isItem?: boolean;
}

/**
 * Renders a button that cycles from the system's colours to the opposite ones, so that the first press shows, then
 * to the same ones. The choice is stored in this browser.
 */
export function ThemeSwitch({ label, names, initial, isItem = false }: ThemeSwitchProps) {
  const scheme = useSyncExternalStore(
    subscribe,
    () => readChoice(initial),
    () => initial,
  );
  useEffect(() => {
    // The system's colours may have changed while no switch was there to see it.
    paint(scheme);
    if (scheme !== "system") return;
    const follow = () => paint("system");
    systemIsDark().addEventListener("change", follow);
    return () => systemIsDark().removeEventListener("change", follow);
  }, [scheme]);

  const Icon = icons[scheme];
  const name = `${label}: ${names[scheme]}`;
  const choose = () => {
    writeStored("local", storageKey, nextScheme(scheme));
    for (const watcher of watchers) watcher();
  };
  if (!isItem) {
    return (
      <IconButton onClick={choose} label={name} data-theme-switch>
        <LucideSvg icon={Icon} size={18} />
      </IconButton>
    );
  }
  return (
    <button type="button" onClick={choose} className={MENU_ITEM}>
      <LucideSvg icon={Icon} size={16} />
      {name}
    </button>
  );
}

const watchers = new Set<() => void>();

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** Returns the scheme opposite to the system's, then the same one, then "system" again. */
function nextScheme(scheme: Scheme): Scheme {
  const [same, other] = systemIsDark().matches ? (["dark", "light"] as const) : (["light", "dark"] as const);
  return ({ system: other, [other]: same, [same]: "system" } as const)[scheme] ?? "system";
}

const systemIsDark = () => matchMedia("(prefers-color-scheme: dark)");

function readChoice(initial: Scheme): Scheme {
  const stored = readStored("local", storageKey);
  return stored !== null && stored in icons ? (stored as Scheme) : initial;
}

function paint(scheme: Scheme) {
  const dark = scheme === "dark" || (scheme === "system" && systemIsDark().matches);
  document.documentElement.classList.toggle("dark", dark);
  document.documentElement.classList.toggle("light", !dark);
}
