import { randomBytes } from "node:crypto";
import { createCredential, hashSecret, type KeyKind, toToken } from "../../lib/auth/credential.ts";

const MANY = 1_000_000_000;

/** Limits that no traffic reaches: they are the subject of other tests. */
export const NO_LIMITS = {
  messagesPerKeyPerMonth: MANY,
  requestsPerOrganisationPerHour: MANY,
  requestsPerAddressPerDay: MANY,
  siteMessagesPerAddressPerHour: MANY,
  siteMessagesPerProjectPerHour: MANY,
  siteSearchesPerAddressPerMinute: MANY,
  openAnswersPerAddress: MANY,
  openAnswersPerKey: MANY,
  cardsPerAddressPerMinute: MANY,
  textsPerAddressPerMinute: MANY,
  mcpCallsPerAddressPerMinute: MANY,
  pageFeedbackPerAddressPerMinute: MANY,
  beaconsPerAddressPerMinute: MANY,
  updatesPerProjectPerHour: MANY,
} as const;

/** A key of each kind. */
export type Keys = Readonly<Record<KeyKind, string>>;

/** Creates keys for a project, and the variables with which servers know them and sign with one secret. */
export function createKeys(project: string): { readonly keys: Keys; readonly variables: Readonly<Record<string, string>> } {
  const [assistant, account] = [createCredential("assistant"), createCredential("account")];
  return {
    keys: { assistant: toToken(assistant), account: toToken(account) },
    variables: {
      SITE_SECRET: randomBytes(32).toString("hex"),
      DOCENT_KEYS: [
        `dk_${assistant.id}:${hashSecret(assistant.secret)}:${project}`,
        `da_${account.id}:${hashSecret(account.secret)}`,
      ].join(),
    },
  };
}
