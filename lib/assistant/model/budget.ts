import { APICallError } from "ai";
import { getCounters } from "../../db/db.ts";
import { log, toLogFields } from "../../log.ts";
import { type LanguageModelV4, type ModelCallOptions, type ModelStreamPart, streamedModel } from "./language-model.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const BUCKET = "assistant-tokens";
/** In UTF-8. English has about four for each token, other scripts two to four: the estimate errs on the high side. */
const BYTES_PER_TOKEN = 3;

/** A call that was not made because of the budget; the provider is not to blame. */
export class BudgetRefusal extends Error {}

/** Returns true once the tokens of this UTC day reach the budget. Counted in the store, so by all instances together. */
export async function isBudgetSpent(budget: number, now = Date.now()): Promise<boolean> {
  const counters = await getCounters();
  const row = await counters
    .selectFrom("counters")
    .select("count")
    .where("bucket", "=", BUCKET)
    .where("ends_at", "=", endOfDay(now))
    .executeTakeFirst();
  return (row?.count ?? 0) >= budget;
}

/**
 * Puts a model under a budget of tokens for each UTC day. Every call is charged with an estimate before it is
 * made, and refused once the budget is reached: however many come concurrently, they spend at most the budget and
 * one call. What the provider reports at the end replaces the estimate. A call that is cut off, that reports
 * nothing or whose process dies keeps it. Calls reject with `BudgetRefusal`.
 */
export function withTokenBudget(model: LanguageModelV4, budget: number): LanguageModelV4 {
  return streamedModel(model, async (call) => {
    const reservation = await reserve(call, budget);
    const result = await unlessRefused(reservation, () => model.doStream(call));
    return { ...result, stream: result.stream.pipeThrough(settleAtFinish(reservation)) };
  });
}

/** The most that a call may cost, charged before it is made. */
interface Reservation {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Names the day; a call that ends after midnight is settled on the day on which it began. */
  readonly endsAt: number;
}

type Usage = Extract<ModelStreamPart, { type: "finish" }>["usage"];

async function reserve(call: ModelCallOptions, budget: number): Promise<Reservation> {
  const { prompt, tools, maxOutputTokens } = call;
  if (maxOutputTokens === undefined) throw new BudgetRefusal("Under a token budget every call needs maxOutputTokens.");
  const inputTokens = Math.ceil(Buffer.byteLength(JSON.stringify({ prompt, tools })) / BYTES_PER_TOKEN);
  const reservation = { inputTokens, outputTokens: maxOutputTokens, endsAt: endOfDay(Date.now()) };
  const charged = await charge(reservation, budget).catch((cause: unknown) => {
    throw new BudgetRefusal("The token budget cannot be read.", { cause });
  });
  if (!charged) throw new BudgetRefusal("The token budget of the day is spent.");
  return reservation;
}

/** Charges in one statement, so that of concurrent calls only those succeed that fit the budget. */
async function charge({ inputTokens, outputTokens, endsAt }: Reservation, budget: number): Promise<boolean> {
  if (budget === 0) return false;
  const counters = await getCounters();
  const tokens = inputTokens + outputTokens;
  const row = await counters
    .insertInto("counters")
    .values({ bucket: BUCKET, ends_at: endsAt, count: tokens, quota: budget })
    .onConflict((conflict) =>
      conflict
        .columns(["bucket", "ends_at"])
        .doUpdateSet(({ eb }) => ({ count: eb("counters.count", "+", tokens), quota: budget }))
        .where("counters.count", "<", budget),
    )
    .returning("count")
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes the charge back when the provider did no work: it could not be reached, or refused the call. */
async function unlessRefused<T>(reservation: Reservation, ask: () => PromiseLike<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (isRefusal(cause)) await correct(reservation, -(reservation.inputTokens + reservation.outputTokens));
    throw cause;
  }
}

const NOT_REACHED = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"];

function isRefusal(cause: unknown): boolean {
  if (!APICallError.isInstance(cause)) return false;
  const { statusCode: status } = cause;
  const { code } = (cause.cause ?? {}) as { readonly code?: string };
  if (status === undefined) return NOT_REACHED.includes(code ?? "");
  // Not 408, 502 and 504: behind the proxy that timed out, the provider may have done the work.
  return (status >= 400 && status <= 499 && status !== 408) || status === 500 || status === 503;
}

/** Settles before the end is passed on: a function instance may be frozen as soon as its answer was read. */
function settleAtFinish(reservation: Reservation): TransformStream<ModelStreamPart, ModelStreamPart> {
  return new TransformStream({
    async transform(part, controller) {
      if (part.type === "finish") await settle(reservation, part.usage);
      controller.enqueue(part);
    },
  });
}

async function settle(reservation: Reservation, { inputTokens, outputTokens }: Usage): Promise<void> {
  // No prompt is empty: a provider that reports 0 tokens reports no usage.
  if (!inputTokens.total) return;
  const output = outputTokens.total ?? reservation.outputTokens;
  await correct(reservation, inputTokens.total - reservation.inputTokens + output - reservation.outputTokens);
}

/** Corrects the estimate, which stays while the store is unavailable. Never rejects. */
async function correct({ endsAt }: Reservation, difference: number): Promise<void> {
  try {
    const counters = await getCounters();
    await counters
      .updateTable("counters")
      .set(({ eb }) => ({ count: eb("count", "+", difference) }))
      .where("bucket", "=", BUCKET)
      .where("ends_at", "=", endsAt)
      .execute();
  } catch (cause) {
    log("error", "used tokens could not be counted; their estimate stays", toLogFields(cause));
  }
}

const endOfDay = (now: number) => (Math.floor(now / DAY_MS) + 1) * DAY_MS;
