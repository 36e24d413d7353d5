import type { InsightsMessages } from "../../lib/i18n/messages.ts";
import type { DayTotals } from "../../lib/insights/sums.ts";

interface ChartProps {
  readonly days: readonly DayTotals[];
  readonly language: string;
  readonly messages: InsightsMessages;
}

const WIDTH = 720;
const HEIGHT = 180;
const FOOT = 26;
const LABELS = 6;
/** Room for the numbers of the axis. */
const AXIS = 48;
/** The drawing grows with the window, and its words stay of one size. */
const LABEL = "fill-muted text-[1.25rem] sm:text-[0.75rem] lg:text-[0.55rem] xl:text-[0.45rem]";

/** Searches and questions of each day as bars, drawn by the server; the same as a table for who cannot see it. */
export function Chart({ days, language, messages }: ChartProps) {
  const format = new Intl.NumberFormat(language);
  const sum = (kind: "search" | "question") => format.format(days.reduce((total, day) => total + day[kind], 0));
  const most = niceTop(Math.max(1, ...days.map(({ search, question }) => Math.max(search, question))));
  const step = (WIDTH - AXIS) / days.length;
  const height = (count: number) => ((HEIGHT - FOOT - 8) * count) / most;
  const every = Math.ceil(days.length / LABELS);
  return (
    <figure>
      <svg
        role="img"
        aria-label={messages.chart(sum("search"), sum("question"))}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="h-auto w-full overflow-visible"
      >
        {[0, most / 2, most].map((count) => (
          <g key={count}>
            <line
              x1={AXIS}
              x2={WIDTH}
              y1={HEIGHT - FOOT - height(count)}
              y2={HEIGHT - FOOT - height(count)}
              className={count === 0 ? "stroke-line-strong" : "stroke-line"}
            />
            <text x={AXIS - 6} y={HEIGHT - FOOT - height(count) + 4} textAnchor="end" className={LABEL}>
              {format.format(count)}
            </text>
          </g>
        ))}
        {days.map(({ day, search, question }, index) => (
          <g key={day} transform={`translate(${AXIS + index * step} 0)`}>
            <title>{`${toDate(day, language)}: ${messages.searches} ${search}, ${messages.questions} ${question}`}</title>
            <rect
              x={step * 0.12}
              y={HEIGHT - FOOT - height(search)}
              width={step * 0.38}
              height={height(search)}
              className="fill-accent"
            />
            <rect
              x={step * 0.52}
              y={HEIGHT - FOOT - height(question)}
              width={step * 0.38}
              height={height(question)}
              className="fill-muted"
            />
            {index % every === 0 ? (
              <text x={0} y={HEIGHT - 5} className={LABEL}>
                {toDate(day, language)}
              </text>
            ) : null}
          </g>
        ))}
      </svg>
      <figcaption className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-muted text-sm">
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="size-3 rounded-sm bg-accent" /> {messages.searches}
        </span>
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="size-3 rounded-sm bg-muted" /> {messages.questions}
        </span>
      </figcaption>
      <details className="mt-2 text-sm">
        <summary className="inline-block text-accent">{messages.asTable}</summary>
        <table className="mt-2 w-full max-w-104 [font-variant-numeric:tabular-nums]">
          <thead>
            <tr className="border-line border-b text-start">
              <th className="py-1 text-start">{messages.day}</th>
              <th className="text-end">{messages.searches}</th>
              <th className="text-end">{messages.questions}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, search, question }) => (
              <tr key={day} className="border-line border-b">
                <td className="py-1">{toDate(day, language)}</td>
                <td className="text-end">{format.format(search)}</td>
                <td className="text-end">{format.format(question)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** Returns the next even number of one or two digits and zeros, so that half of it is whole. */
function niceTop(most: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(most)) - 1);
  return Math.ceil(most / (2 * unit)) * 2 * unit;
}

function toDate(day: string, language: string): string {
  return new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" }).format(new Date(day));
}
