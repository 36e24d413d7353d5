import { errorIn, type Finding } from "../../finding.ts";

/** Returns the error of a parser or compiler as a finding of the file. @throws an error that is not a message about a source. */
export function toFinding(cause: unknown, file: string): Finding {
  const message = cause as { reason?: unknown; line?: number; column?: number; place?: Position };
  if (!(cause instanceof Error) || typeof message.reason !== "string") throw cause;
  const place = message.place && "start" in message.place ? message.place.start : message.place;
  // Some messages, such as those on a tag that is never closed, have their place in the words alone.
  const [, line, column] = /\((\d+):(\d+)/.exec(message.reason) ?? [];
  return errorIn(file, withAdvice(message.reason), {
    line: place?.line ?? message.line ?? (line === undefined ? undefined : Number(line)),
    column: place?.column ?? message.column ?? (column === undefined ? undefined : Number(column)),
  });
}

type Point = { line: number; column: number };
type Position = Point | { start: Point };

/** Messages of parsers, in words of what the author wrote. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/Could not parse expression with acorn/, "What is between the braces is not JavaScript"],
  [/Could not parse import\/exports with acorn/, "The import or export is not JavaScript"],
];

const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/is not JavaScript/, 'Write a literal brace as "\\{", or put it in `code`.'],
  [/before name, expected a character that can start a name/, 'Write a literal less-than sign as "\\<" or "&lt;".'],
  [/to create a comment in MDX/, "Write comments as {/* text */}."],
  [/Expected a closing tag|Expected the closing tag/, "Close the tag, and put opening and closing tag on separate lines."],
];

function withAdvice(written: string): string {
  const reason = WORDS.reduce((text, [pattern, words]) => text.replace(pattern, words), written);
  const advice = ADVICE.find(([pattern]) => pattern.test(reason))?.[1];
  return advice && !reason.includes(advice) ? `${reason.replace(/(?<![.\s])[.\s]*$/, ".")} ${advice}` : reason;
}
