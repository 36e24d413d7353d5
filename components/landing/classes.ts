/** Classes that landing pages share, the plain one and a fork's own. */
export const LANDING = "mx-auto w-full max-w-(--page-width) px-4 md:px-6";
export const HERO = "grid items-center *:min-w-0 gap-x-14 gap-y-10 pt-[clamp(2.5rem,6vw,5rem)] pb-[clamp(2.5rem,6vw,5rem)]";
export const TITLE =
  "text-balance wrap-anywhere font-display font-(--display-weight) text-[clamp(2.5rem,1.6rem+3.6vw,4rem)] leading-[1.06] tracking-display";
export const LEAD =
  "mt-5 max-w-xl text-pretty wrap-anywhere text-[clamp(1.0625rem,1rem+0.4vw,1.25rem)] text-muted leading-[1.55] own-direction";
export const SECTION = "py-[clamp(2.5rem,6vw,5rem)]";
export const SUBTITLE = "text-balance font-display font-(--display-weight) leading-tight tracking-display";
