import path from "node:path";
import { ALL, needsModel, type TrafficName } from "./kinds.ts";
import { measureCapacity } from "./measure.ts";
import { startSlowModel } from "./model.ts";
import { type Prediction, predictMix } from "./prediction.ts";
import { residentMiB } from "./processes.ts";
import { printCapacity, printPrediction, printSetup } from "./report.ts";
import { type CapacityFigures, type SetupFigures, toFigures } from "./results.ts";
import { startGenerator } from "./start-generator.ts";
import { type Setup, startTarget, type TargetOptions } from "./target.ts";

/** Kinds and setups to measure. */
export interface CapacityOptions {
  readonly setups: readonly Setup[];
  /** All that tell something of the setup, where none are named. */
  readonly kinds: readonly TrafficName[] | undefined;
  readonly seconds: number;
  readonly seed: number;
  /** Folder of the standalone build. */
  readonly site: string;
  /** Folder for everything else. */
  readonly root: string;
  readonly cores: number;
}

/** Kinds that ask the store each in their way; what the others cost hardly depends on it. */
const ON_POSTGRES: readonly TrafficName[] = ["search", "question", "mix"];
const ON_MANY: readonly TrafficName[] = ["mix"];

/** Nothing is begun later than so many minutes after the start, so that all ends within 15. */
const LAST_BEGIN_MINUTES = 12.5;

/** Measures every setup, and prints each figure as soon as it is there. */
export async function measureSetups(options: CapacityOptions): Promise<SetupFigures[]> {
  const all: SetupFigures[] = [];
  for (const setup of options.setups) {
    const measured = await measureSetup(setup, options);
    if (measured.capacities.length === 0) continue;
    const prediction = predict(setup, measured.capacities, { all, cores: options.cores });
    if (prediction) printPrediction(prediction);
    all.push({ ...setup, ...measured, ...(prediction && { prediction }) });
  }
  return all;
}

async function measureSetup(setup: Setup, { kinds, ...options }: CapacityOptions) {
  const telling = setup.store === "sqlite" ? ALL : setup.processes === 1 ? ON_POSTGRES : ON_MANY;
  const capacities: CapacityFigures[] = [];
  let idleMiB: number | undefined;
  for (const withModel of [false, true]) {
    const traffics = (kinds ?? telling).filter((traffic) => needsModel(traffic) === withModel);
    if (traffics.length === 0) continue;
    const model = withModel ? await startSlowModel() : undefined;
    const root = path.join(options.root, `${setup.store}-${setup.processes}${withModel ? "-model" : ""}`);
    const target: TargetOptions = { ...setup, site: options.site, root, modelUrl: model?.baseUrl };
    try {
      await withTarget(target, async (started, generator) => {
        if (idleMiB === undefined) printSetup(setup, Math.round(residentMiB(started.pids()) / setup.processes));
        idleMiB ??= Math.round(residentMiB(started.pids()) / setup.processes);
        for (const traffic of traffics) {
          if (performance.now() > LAST_BEGIN_MINUTES * 60_000) {
            console.log(`${traffic.padEnd(10)} left out: it would end too late; --stores and --kinds measure it alone`);
            continue;
          }
          const parts = { target: started, generator, facts: await started.facts() };
          const capacity = await measureCapacity(traffic, { ...options, ...parts });
          printCapacity(capacity);
          capacities.push(toFigures(capacity));
        }
      });
    } finally {
      await model?.close();
    }
  }
  return { idleMiB: idleMiB ?? 0, capacities };
}

type Started = Awaited<ReturnType<typeof startTarget>>;
type Generator = ReturnType<typeof startGenerator>;

/** Starts servers and a generator, and ends both. */
export async function withTarget(
  options: TargetOptions,
  use: (target: Started, generator: Generator) => Promise<void>,
): Promise<void> {
  const target = await startTarget(options);
  const generator = startGenerator();
  try {
    await use(target, generator);
  } finally {
    await generator.stop();
    await target.stop();
  }
}

/** Predicts the mix of several processes from what was measured of one. */
function predict(
  { store, processes }: Setup,
  capacities: readonly CapacityFigures[],
  { all, cores }: { all: readonly SetupFigures[]; cores: number },
): Prediction | undefined {
  const mixOf = (figures: readonly CapacityFigures[] | undefined) => figures?.find(({ traffic }) => traffic === "mix");
  const one = all.find((setup) => setup.store === store && setup.processes === 1);
  const [mixOnOne, mixOnMany] = [mixOf(one?.capacities), mixOf(capacities)];
  const alone = all.find((setup) => setup.store === "sqlite")?.capacities ?? one?.capacities;
  if (processes === 1 || !mixOnOne || !mixOnMany || !alone) return undefined;
  return predictMix({ alone, mixOnOne, mixOnMany, processes, cores: cores - mixOnMany.generatorShare });
}
