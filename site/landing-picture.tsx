import { Search } from "lucide";
import { LucideSvg } from "../components/ui/lucide-svg.tsx";
import type { LandingCopy } from "./landing-copy.ts";

/** The product at work: a search with its results, and an answer with its sources. A drawing, so nothing in it is a control. */
export function LandingPicture({ copy: { picture } }: { copy: LandingCopy }) {
  return (
    <div
      role="img"
      aria-label={picture.label}
      className="select-none overflow-hidden rounded-xl border border-line bg-card text-[0.8125rem] leading-normal shadow-float"
    >
      <div className="flex items-center gap-1.5 border-line border-b bg-sunk px-4 py-3">
        {["a", "b", "c"].map((dot) => (
          <span key={dot} className="size-2.5 rounded-full bg-line-strong" />
        ))}
        <span className="ms-3 rounded-md bg-card px-3 py-0.5 text-muted text-xs">docs.acme.com</span>
      </div>
      <div className="grid sm:grid-cols-2">
        <Results picture={picture} />
        <Answer picture={picture} />
      </div>
    </div>
  );
}

type Part = Pick<LandingCopy, "picture">;

function Results({ picture: { query, results } }: Part) {
  return (
    <div className="p-4">
      <p className="flex items-center gap-2 rounded-lg border border-accent bg-paper px-3 py-2">
        <LucideSvg icon={Search} size={15} className="shrink-0 text-muted" />
        {query}
        <span className="-ms-1.5 h-4 w-px bg-accent" />
      </p>
      <ul className="mt-2.5 grid gap-1">
        {results.map(([title, text], place) => (
          <li key={title} className={`rounded-lg px-3 py-2 ${place === 0 ? "bg-accent-soft" : ""}`}>
            <span className="block font-semibold">{title}</span>
            <span className="line-clamp-2 text-muted">{text}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Answer({ picture: { question, answer, source } }: Part) {
  return (
    <div className="flex flex-col gap-3 border-line border-t bg-paper p-4 sm:border-s sm:border-t-0">
      <p className="ms-auto max-w-[85%] rounded-2xl rounded-ee-md bg-accent-soft px-3.5 py-2">{question}</p>
      <p>
        {answer} <Marker />
      </p>
      <p className="flex items-center gap-2 rounded-lg border border-line bg-card px-2.5 py-2">
        <Marker />
        {source}
      </p>
    </div>
  );
}

function Marker() {
  return (
    <span className="inline-grid size-5 shrink-0 place-items-center rounded-md bg-accent-soft font-semibold text-accent text-xs">
      1
    </span>
  );
}
