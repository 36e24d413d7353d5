import type { Caller } from "../auth/auth.ts";
import { getConfig } from "../config/config.ts";
import { perProcess } from "../process-state.ts";
import { ServiceError } from "../service-error.ts";

const open = perProcess("open-answers", () => new Map<string, number>());
const RETRY_SECONDS = "5";

/**
 * Reserves a place for an answer; dispose of it when the answer has ended. Readers of the site share the places of their
 * address, programs those of their key. Each process counts for itself.
 * @throws ServiceError `limit_exceeded` where no place is free.
 */
export function takeAnswerPlace(caller: Caller, addressBlock: string): Disposable {
  const { limits } = getConfig();
  const place =
    caller.kind === "site"
      ? { name: `address:${addressBlock}`, most: limits.openAnswersPerAddress, whose: "Your address" }
      : { name: `key:${caller.keyId}`, most: limits.openAnswersPerKey, whose: "The key" };
  const count = open.get().get(place.name) ?? 0;
  if (count >= place.most)
    throw new ServiceError("limit_exceeded", `${place.whose} has ${count} answers open at once; wait until one has ended.`, {
      headers: { "Retry-After": RETRY_SECONDS },
    });
  open.get().set(place.name, count + 1);
  return { [Symbol.dispose]: () => leave(place.name) };
}

function leave(name: string): void {
  const count = open.get().get(name) ?? 0;
  if (count > 1) open.get().set(name, count - 1);
  else open.get().delete(name);
}
