/** Classes of the pages that are one narrow column without a sidebar: the 404 page and those of the error codes. */
export const NARROW = "mx-auto w-full max-w-(--page-width) px-4 pt-[clamp(2.5rem,6vw,5rem)] pb-20 *:max-w-176 md:px-6";
export const KICKER = "font-mono font-semibold text-[0.9375rem] text-accent";
export const BIG_TITLE =
  "mt-1 mb-3 font-display font-(--display-weight) text-[clamp(2rem,1.6rem+2vw,3rem)] leading-[1.15] tracking-tight";

/** Classes of a page in a list: a link with a line above, and its name. */
export const LISTED = "group grid border-line border-t py-3";
export const LISTED_NAME = "font-semibold text-accent underline-offset-[0.2em] group-hover:underline";
