import { getConfig, getEnvironment } from "../config/config.ts";
import { log, toLogFields } from "../log.ts";
import { perProcess } from "../process-state.ts";
import { type Breaker, createBreaker } from "./breaker.ts";
import { isBudgetSpent, withTokenBudget } from "./budget.ts";
import type { ChosenModel } from "./language-model.ts";
import { createFallbackModel } from "./model-fallback.ts";
import { withOpeningSearch } from "./opening-search.ts";
import { createProviderModel } from "./provider-model.ts";
import type { QuotesInput } from "./quotes/quotes.ts";
import { createQuotesModel } from "./quotes-model.ts";

/** A language model's calls for one answer, with tools or without. */
const MAX_MODEL_CALLS = 8;
/** Steps of an answer: before the first call of the model comes a search, and after the last one a search for quotes and the quotes. */
export const MAX_STEPS = MAX_MODEL_CALLS + 3;

/** Counts the failures of the provider. */
const breaker = perProcess<Breaker>("model-breaker", () => createBreaker({ failures: 5, windowMs: 60_000, openMs: 30_000 }));

/** Chooses the engine for one answer: the configured model with excerpts behind it, or excerpts alone. */
export async function chooseModel(input: QuotesInput): Promise<ChosenModel> {
  const quotes = createQuotesModel(input);
  const { assistantModel, dailyTokenBudget } = getEnvironment();
  const { firstChunkSeconds, silenceSeconds } = getConfig().assistant.model;
  if (!assistantModel || !(await isAffordable(dailyTokenBudget))) return { ...quotes, engine: () => "excerpts" };
  const provider = createProviderModel(assistantModel);
  const model = createFallbackModel({
    primary: dailyTokenBudget === undefined ? provider : withTokenBudget(provider, dailyTokenBudget),
    fallback: quotes,
    breaker: breaker.get(),
    maxCalls: MAX_MODEL_CALLS,
    firstChunkMs: firstChunkSeconds * 1_000,
    chunkMs: silenceSeconds * 1_000,
    onFallback: (cause) => log("warn", "the language model failed; the answer is made of excerpts", toLogFields(cause)),
  });
  return withOpeningSearch(model, input);
}

/** Without the counter nobody knows what was spent, so nothing more is. */
async function isAffordable(budget: number | undefined): Promise<boolean> {
  if (budget === undefined) return true;
  try {
    return !(await isBudgetSpent(budget));
  } catch (cause) {
    log("warn", "the token budget cannot be read; the answer is made of excerpts", toLogFields(cause));
    return false;
  }
}
