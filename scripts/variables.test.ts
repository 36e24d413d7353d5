import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { readEnvironment, VARIABLE_NAMES } from "../lib/config/environment.ts";
import { readYaml } from "../lib/yaml.ts";

/** Set by Node.js, Next and Vercel, never by a person. */
const OF_THE_HOST = /^(?:NODE_ENV|NEXT_PHASE|__NEXT_\w+|VERCEL(?:_\w+)?|POSTGRES_URL)$/;
const documented = VARIABLE_NAMES.filter((name) => !OF_THE_HOST.test(name)).sort();
/** Variables that the image sets itself. */
const OF_THE_IMAGE = ["DOCENT_DATA_DIR", "PORT"];

const Compose = z.object({ services: z.object({ docent: z.object({ environment: z.record(z.string(), z.string()) }) }) });
const { environment } = Compose.parse(readYaml(readFileSync("compose.yaml", "utf8")).toJS()).services.docent;

test("compose.yaml passes every variable on, and none that Docent does not read", () => {
  expect(Object.keys(environment).sort()).toEqual(documented.filter((name) => !OF_THE_IMAGE.includes(name)));
});

test("compose.yaml takes each from the variable of the same name; without it, what it passes on counts as absent or is valid", () => {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (name === "DATABASE_URL") continue;
    const [, source, operator, fallback] = /^\$\{([A-Z_]+):([-?])(.*)\}$/.exec(value) ?? [];
    expect([name, source]).toEqual([name, name]);
    if (operator === "-") passed[name] = String(fallback);
  }
  expect(() => readEnvironment(passed)).not.toThrow();
});

test(".env.example lists every variable, and none that Docent does not read", () => {
  const listed = readFileSync(".env.example", "utf8").matchAll(/^(?:# )?([A-Z_]+)=$/gm);
  expect([...listed].map(([, name]) => name).sort()).toEqual([...documented, "TEST_DATABASE_URL"].sort());
});
