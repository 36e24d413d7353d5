"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useEffect, useState } from "react";

type Scheme = "system" | "light" | "dark";

const order: readonly Scheme[] = ["system", "light", "dark"];
const storageKey = "docent-theme";

/** A button that goes round system, light and dark colours, and remembers the choice in this browser. */
export function ThemeSwitch({ label, names, initial }: { label: string; names: Record<Scheme, string>; initial: Scheme }) {
  const [scheme, setScheme] = useState<Scheme>(initial);

  useEffect(() => setScheme(readStored() ?? initial), [initial]);
  useEffect(() => {
    if (scheme !== "system") return;
    const system = matchMedia("(prefers-color-scheme: dark)");
    const follow = () => paint("system");
    system.addEventListener("change", follow);
    return () => system.removeEventListener("change", follow);
  }, [scheme]);

  const choose = () => {
    const next = order[(order.indexOf(scheme) + 1) % order.length] ?? "system";
    store(next);
    setScheme(next);
    paint(next);
  };
  const Icon = scheme === "dark" ? Moon : scheme === "light" ? Sun : Monitor;
  return (
    <button
      type="button"
      className="icon-button"
      onClick={choose}
      aria-label={`${label}: ${names[scheme]}`}
      title={names[scheme]}
    >
      <Icon aria-hidden size={17} />
    </button>
  );
}

function paint(scheme: Scheme) {
  const dark = scheme === "dark" || (scheme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.classList.toggle("dark", dark);
  document.documentElement.classList.toggle("light", !dark);
}

function readStored(): Scheme | undefined {
  try {
    return order.find((scheme) => scheme === localStorage.getItem(storageKey));
  } catch {
    // Storage can be closed to the page (private windows, blocked cookies); the choice then lasts until the next load.
    return undefined;
  }
}

function store(scheme: Scheme) {
  try {
    localStorage.setItem(storageKey, scheme);
  } catch {
    // See readStored.
  }
}
