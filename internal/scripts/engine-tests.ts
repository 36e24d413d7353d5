import { run } from "../../scripts/run.ts";
import { inEngineTree, writeEngineTree } from "./engine-tree.ts";

/**
 * Runs the engine's tests in a separate folder, with the test site in place of what a fork owns: they cannot see its
 * pages, its configuration or its public files. Arguments go to `vitest run`.
 */
const { folder } = writeEngineTree();
const projects = ["--project", "engine", "--project", "alone"];
const variables = { ...inEngineTree(folder), DOCENT_ENGINE_TESTS: "1" };
process.exitCode = await run("vitest", ["run", ...projects, ...process.argv.slice(2)], variables, folder);
