const SPACE = "{px,0,0.5,1,1.5,2,2.5,3,3.5,4,5,6,7,8,9,10,11,12,14,16,20,24,28,32,36,40,44,48,52,56,60,64,72,80,96}";
const PART = "{1/2,1/3,2/3,1/4,2/4,3/4,1/5,2/5,3/5,4/5,1/6,5/6,full,auto,fit,min,max}";
const HUE =
  "{slate,gray,zinc,neutral,stone,red,orange,amber,yellow,lime,green,emerald,teal,cyan,sky,blue,indigo,violet,purple,fuchsia,pink,rose}";
const SHADE = "{50,100,200,300,400,500,600,700,800,900,950}";
const NAMED =
  "{black,white,transparent,current,inherit,primary,paper,card,sunk,ink,muted,line,line-strong,accent,accent-soft,on-accent}";
const COLOURED = "{text,bg,border,border-t,border-r,border-b,border-l,divide,ring,decoration,fill,stroke,from,via,to}";

/**
 * The classes that content may use which did not come with the build, by what they do. A text names utilities of Tailwind, with
 * `{a,b}` for each of several, as its `@source inline()` does. None of them takes a box out of the flow, moves or lifts it over
 * another, or makes it as large as the window, so that no page covers what the site has around it.
 */
export const CLASS_FAMILIES = {
  display: [
    "{block,inline,inline-block,hidden,contents,flow-root,list-item,table,table-row,table-cell}",
    "{inline-,}{flex,grid}",
  ],
  "flex and grid": [
    "flex-{row,col,row-reverse,col-reverse,wrap,nowrap,1,auto,initial,none} {flex-,}{grow,shrink}{,-0} order-{first,last,none}",
    "{grid-cols,grid-rows,col-span,row-span,col-start,row-start}-{1,2,3,4,5,6,7,8,9,10,11,12} {col-span,row-span}-full",
    "grid-flow-{row,col,dense} auto-{rows,cols}-{auto,min,max,fr} columns-{1,2,3,4} place-{items,content}-{start,center,end}",
    "{items,self,justify-items,justify-self}-{start,center,end,stretch,baseline,auto}",
    "{justify,content}-{normal,start,center,end,between,around,evenly,stretch}",
    `{gap,gap-x,gap-y,space-x,space-y}-${SPACE}`,
  ],
  spacing: [`{p,m}{,x,y,t,r,b,l,s,e}-${SPACE} m{,x,y,t,r,b,l,s,e}-auto`],
  size: [
    `{w,h,size,min-w,min-h,max-w,max-h,basis}-${SPACE} {w,h,size,min-w,min-h,max-w,max-h,basis}-${PART}`,
    "{w,min-w,max-w}-{3xs,2xs,xs,sm,md,lg,xl,2xl,3xl,4xl,5xl,6xl,7xl,prose,none} max-h-none aspect-{auto,square,video}",
  ],
  "pictures and overflow": [
    "object-{contain,cover,fill,none,scale-down,center,top,bottom,left,right} overflow-{,x-,y-}{auto,hidden,clip,visible,scroll}",
    "align-{baseline,top,middle,bottom,text-top,text-bottom} {float,clear}-{left,right,none,start,end} clear-both",
  ],
  typography: [
    "text-{xs,sm,base,lg,xl,2xl,3xl,4xl,5xl,6xl,left,center,right,justify,start,end,wrap,nowrap,balance,pretty,ellipsis}",
    "font-{thin,extralight,light,normal,medium,semibold,bold,extrabold,black,sans,serif,mono,display}",
    "leading-{none,tight,snug,normal,relaxed,loose,3,4,5,6,7,8,9,10} tracking-{tighter,tight,normal,wide,wider,widest}",
    "{italic,not-italic,underline,no-underline,line-through,uppercase,lowercase,capitalize,normal-case,truncate,antialiased}",
    "whitespace-{normal,nowrap,pre,pre-line,pre-wrap,break-spaces} break-{normal,words,all,keep} line-clamp-{1,2,3,4,5,6}",
    "list-{none,disc,decimal,inside,outside} underline-offset-{auto,1,2,4,8} tabular-nums",
  ],
  colours: [
    `${COLOURED}-${HUE}-${SHADE} ${COLOURED}-${NAMED} {fill,stroke,bg}-none bg-clip-text`,
    "bg-{gradient,linear}-to-{t,tr,r,br,b,bl,l,tl} opacity-{50,60,70,75,80,90,100}",
  ],
  borders: [
    "border{,-x,-y,-t,-r,-b,-l}{,-0,-2,-4,-8} border-{solid,dashed,dotted,double,none,collapse,separate} divide-{x,y}",
    "rounded{,-t,-r,-b,-l,-tl,-tr,-bl,-br}{,-none,-xs,-sm,-md,-lg,-xl,-2xl,-3xl,-4xl,-full} table-{auto,fixed}",
    "shadow{,-none,-2xs,-xs,-sm,-md,-lg,-xl,-2xl,-inner} ring{,-0,-1,-2,-4}",
  ],
  changes: ["transition{,-all,-colors,-opacity,-shadow,-none} duration-{75,100,150,200,300,500} ease-{in,out,in-out,linear}"],
  pointers: ["group cursor-{pointer,default}"],
  // What the engine gives its own elements, before a page is looked through.
  engine: [
    "card paragraph side-column side-inner prose not-prose contains-task-list task-list-item data-footnote-backref sr-only",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** When a class holds, before its name: `dark:hidden`, `sm:hover:underline`. */
const CONDITIONS: ReadonlySet<string> = new Set(
  "sm md lg xl 2xl max-sm max-md max-lg max-xl max-2xl dark hover focus focus-visible active group-hover first last odd even print".split(
    " ",
  ),
);
const SAFE: ReadonlySet<string> = new Set(
  Object.values(CLASS_FAMILIES)
    .flat()
    .flatMap((names) => names.split(" ").flatMap(expandGroups)),
);
/** `text-white/70`, through which what is below shows. */
const TRANSLUCENT = /^((?:text|bg|border|divide|ring|decoration|from|via|to)-[a-z-]+(?:-\d{2,3})?)\/\d{1,3}$/;
/** `bg-[#1a1d21]`, a colour that no palette has. */
const HEX = /^(?:text|bg|border)-\[#[\da-f]{3,8}\]$/i;
const LANGUAGE = /^language-[\w+#.-]{1,40}$/;
/** Names that the report lists. Any other one belongs to a style sheet that is not loaded. */
const PLACES = /(?:^|:)!?(?:(?:fixed|absolute|sticky)!?$|-|(?:inset|top|left|right|bottom|start|end|z|translate|scale|opacity)-)/;

/** Splits a class attribute into the names that are in the table, and those that would have moved something. */
export function splitClasses(classes: string): { readonly safe: string; readonly unsafe: readonly string[] } {
  const names = classes.split(/\s+/).filter(Boolean);
  return { safe: names.filter(isSafeClass).join(" "), unsafe: names.filter((name) => !isSafeClass(name) && PLACES.test(name)) };
}

function isSafeClass(name: string): boolean {
  const conditions = name.split(":");
  const utility = (conditions.pop() ?? "").replace(/^!|!$/, "");
  const known = SAFE.has(TRANSLUCENT.exec(utility)?.[1] ?? utility) || HEX.test(utility) || LANGUAGE.test(utility);
  return known && conditions.every((condition) => CONDITIONS.has(condition));
}

/** Lists the names that a text with `{a,b}` in it stands for. */
function expandGroups(text: string): string[] {
  const [choices, inner] = /\{([^{}]*)\}/.exec(text) ?? [];
  if (choices === undefined || inner === undefined) return [text];
  return inner.split(",").flatMap((choice) => expandGroups(text.replace(choices, () => choice)));
}
