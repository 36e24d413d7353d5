"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useEffect, useState } from "react";
import { readStored, writeStored } from "../browser-store.ts";
import { IconButton } from "../ui/icon-button.tsx";

type Scheme = "system" | "light" | "dark";

const order: readonly Scheme[] = ["system", "light", "dark"];
const storageKey = "docent-theme";

/** A button that goes round system, light and dark colours, and remembers the choice in this browser. */
export function ThemeSwitch({ label, names, initial }: { label: string; names: Record<Scheme, string>; initial: Scheme }) {
  const [scheme, setScheme] = useState<Scheme>(initial);

  useEffect(() => {
    const chosen = readChoice(initial);
    setScheme(chosen);
    // The system's colours may have changed while no switch was there to see it.
    paint(chosen);
  }, [initial]);
  useEffect(() => {
    if (scheme !== "system") return;
    const system = matchMedia("(prefers-color-scheme: dark)");
    const follow = () => paint("system");
    system.addEventListener("change", follow);
    return () => system.removeEventListener("change", follow);
  }, [scheme]);

  const choose = () => {
    const next = order[(order.indexOf(scheme) + 1) % order.length] ?? "system";
    writeStored("local", storageKey, next);
    setScheme(next);
    paint(next);
  };
  const Icon = scheme === "dark" ? Moon : scheme === "light" ? Sun : Monitor;
  return (
    <IconButton onClick={choose} label={`${label}: ${names[scheme]}`}>
      <Icon aria-hidden size={18} />
    </IconButton>
  );
}

function readChoice(initial: Scheme): Scheme {
  const stored = readStored("local", storageKey);
  return order.find((known) => known === stored) ?? initial;
}

function paint(scheme: Scheme) {
  const dark = scheme === "dark" || (scheme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.classList.toggle("dark", dark);
  document.documentElement.classList.toggle("light", !dark);
}
