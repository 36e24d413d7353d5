import { getDatabase } from "../db/db.ts";
import { contentWords } from "./quotes/question.ts";
import { toStoredMessage } from "./stored-message.ts";

/** Questions that share words. */
export interface QuestionGroup {
  /** The words that most of them share; empty for those that share none. */
  readonly words: readonly string[];
  readonly questions: readonly string[];
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const MAX_MESSAGES = 20_000;

/**
 * Questions of the last days whose answer cited nothing although something was looked up, grouped by the word that most
 * of them share; larger groups first. Without a domain, of all sites.
 */
export async function listUnanswered(
  scope: { days: number; domain?: string | undefined },
  now = Date.now(),
): Promise<QuestionGroup[]> {
  const database = await getDatabase();
  let query = database
    .selectFrom("messages")
    .innerJoin("threads", "threads.id", "messages.thread_id")
    .select(["thread_id", "messages.id", "role", "status", "text", "content"])
    .where("messages.created_at", ">=", now - scope.days * DAY_MS);
  if (scope.domain !== undefined) query = query.where("threads.domain", "=", scope.domain);
  const rows = await query.orderBy("messages.thread_id").orderBy("messages.position").limit(MAX_MESSAGES).execute();
  const messages = rows.map((row) => ({ thread: row.thread_id, message: toStoredMessage(row) }));
  const questions = messages.flatMap(({ thread, message }, index) => {
    const next = messages[index + 1];
    return message.role === "user" && next?.thread === thread && next.message.answered === false ? [message.content] : [];
  });
  return groupByWords(questions);
}

/** Takes the word that most questions hold, makes a group of those, and goes on with the rest. */
export function groupByWords(questions: readonly string[]): QuestionGroup[] {
  const groups: QuestionGroup[] = [];
  let rest = questions.map((question) => ({ question, words: new Set(contentWords(question.toLowerCase(), "en")) }));
  for (;;) {
    const counts = new Map<string, number>();
    for (const { words } of rest) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    const [commonest] = [...counts].sort((left, right) => right[1] - left[1] || (left[0] < right[0] ? -1 : 1));
    if (!commonest || commonest[1] < 2) break;
    const [word] = commonest;
    const members = rest.filter(({ words }) => words.has(word));
    groups.push({ words: [word, ...alsoShared(members, word)], questions: members.map(({ question }) => question) });
    rest = rest.filter(({ words }) => !words.has(word));
  }
  return rest.length > 0 ? [...groups, { words: [], questions: rest.map(({ question }) => question) }] : groups;
}

/** Other words that at least half of a group holds. */
function alsoShared(members: readonly { words: ReadonlySet<string> }[], word: string): string[] {
  const others = new Set(members.flatMap(({ words }) => [...words]).filter((other) => other !== word));
  return [...others].filter((other) => members.filter(({ words }) => words.has(other)).length * 2 > members.length).slice(0, 3);
}
