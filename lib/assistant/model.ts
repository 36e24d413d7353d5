import { createOpenAI } from "@ai-sdk/openai";
import { getConfig, getEnvironment, type ProviderChoice } from "../config/config.ts";
import { log, toLogFields } from "../log.ts";
import { perProcess } from "../process-state.ts";
import type { Engine } from "./answer-event.ts";
import { type Breaker, createBreaker } from "./breaker.ts";
import { isBudgetSpent, withTokenBudget } from "./budget.ts";
import type { LanguageModelV4 } from "./language-model.ts";
import { createFallbackModel } from "./model-fallback.ts";
import { createQuotesModel, type QuotesInput } from "./quotes-model.ts";

/** The engine of one answer. */
export interface ChosenModel {
  readonly model: LanguageModelV4;
  /** Who writes, as far as it is decided. */
  readonly engine: () => Engine;
}

/** What is known of a failing provider. */
const breaker = perProcess<Breaker>("model-breaker", () => createBreaker({ failures: 5, windowMs: 60_000, openMs: 30_000 }));

/** Chooses the engine for one answer: the configured model with excerpts behind it, or excerpts alone. */
export async function chooseModel(input: QuotesInput): Promise<ChosenModel> {
  const excerpts = createQuotesModel(input);
  const { assistantModel, dailyTokenBudget } = getEnvironment();
  const { firstChunkSeconds, silenceSeconds } = getConfig().assistant.model;
  const none = { model: excerpts, engine: () => "excerpts" as const };
  if (!assistantModel || !(await isAffordable(dailyTokenBudget))) return none;
  const run = { fellBack: false, wroteText: false };
  const provider = createProviderModel(assistantModel);
  const model = createFallbackModel({
    primary: dailyTokenBudget === undefined ? provider : withTokenBudget(provider, dailyTokenBudget),
    fallback: excerpts,
    run,
    breaker: breaker.get(),
    firstChunkMs: firstChunkSeconds * 1_000,
    chunkMs: silenceSeconds * 1_000,
    onFallback: (cause) => log("warn", "the language model failed; the answer is made of excerpts", toLogFields(cause)),
  });
  return { model, engine: () => (run.fellBack ? "fallback" : "model") };
}

/** A model behind any OpenAI-compatible address, through chat completions, which all of them have. */
export function createProviderModel({ model, apiKey, baseUrl }: ProviderChoice): LanguageModelV4 {
  const provider = createOpenAI({ apiKey: apiKey ?? "none", ...(baseUrl ? { baseURL: baseUrl } : {}) });
  return provider.chat(model);
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
