import type { InsightsMessages } from "../../lib/i18n/messages.ts";
import type { Totals } from "../../lib/insights/sums.ts";

interface NumbersProps {
  readonly totals: Totals;
  readonly earlier: Totals;
  readonly language: string;
  readonly messages: InsightsMessages;
}

/** The sums of the period, each with that of the time before. */
export function Numbers({ totals, earlier, language, messages }: NumbersProps) {
  const format = new Intl.NumberFormat(language);
  const poor = (sums: Totals) => sums.question_refused + sums.question_low;
  const numbers = [
    [messages.searches, totals.search, earlier.search],
    [messages.emptySearches, totals.search_empty, earlier.search_empty],
    [messages.questions, totals.question, earlier.question],
    [messages.poorAnswers, poor(totals), poor(earlier)],
    [messages.answersDown, totals.answer_down, earlier.answer_down],
    [messages.pagesDown, totals.page_down, earlier.page_down],
    [messages.missing, totals.missing, earlier.missing],
    [messages.robots, totals.robot, earlier.robot],
  ] as const;
  return (
    <dl className="mt-8 grid grid-cols-2 gap-3 sm:grid-cols-4">
      {numbers.map(([name, now, before]) => (
        <div key={name} className="grid content-start rounded-xl border border-line bg-card px-4 py-3">
          <dt className="text-muted text-sm">{name}</dt>
          <dd className="font-semibold text-2xl [font-variant-numeric:tabular-nums]">{format.format(now)}</dd>
          <dd className="text-muted text-xs [font-variant-numeric:tabular-nums]">
            {before === 0 ? messages.noneBefore : `${changeOf(now, before, language)} ${messages.before(format.format(before))}`}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Words the change in percent of the time before: `+12 %`. */
function changeOf(now: number, before: number, language: string): string {
  const format = new Intl.NumberFormat(language, { style: "percent", signDisplay: "exceptZero", maximumFractionDigits: 0 });
  return `${format.format(now / before - 1)} ·`;
}
