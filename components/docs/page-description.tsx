import { Words } from "../mdx/words.tsx";

/** The description of a page below its title, with its code and emphasis. */
export function PageDescription({ text }: { readonly text: string }) {
  return (
    <p className="mt-3 max-w-164 text-pretty text-[1.1875rem] text-muted leading-normal [&_code]:font-mono [&_code]:text-[0.9em]">
      <Words>{text}</Words>
    </p>
  );
}
