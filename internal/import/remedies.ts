const PRESSED = "What readers press and type into works as a component of site/ui.tsx alone. Else leave it.";
const VALUE = "Write the value itself into the page, or draw the component in site/ui.tsx: see “Customise” in the manual.";
const FETCHED = "It is fetched or made when that site is built. Write what it gives into the page, or leave it.";

/** The first that fits a reason says what to do. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [
    /^The API description at|^A link leads to no page, since/,
    "npm run import -- … --download, or its host in updates.allowHosts of docent.config.ts, if you trust it. Else save it in the folder under the last name of its address, ending in .json or .yaml.",
  ],
  [/^A reference of mkdocstrings/, "It is made of code when that site is built. Write out what it shows, or link to it."],
  [/^The start page is left out/, "Write an index.mdx, or draw your own start page: see “Customise” in the manual."],
  [/ is shown with its marks/, "Write it as a component, such as <Note>: see “Components” in the manual."],
  [/ plain Markdown, so that its imports/, "Rename the file, and the links that name it by its ending."],
  [/TOML is not read/, "Write title: … between two lines of ---."],
  [/ over http is never shown/, "Write https:, or put the file into the folder."],
  [/^docs\.json lists the page, and no sidebar/, "Move its entry out of what is hidden, or into a group."],
  [
    /^A tag of GitBook|^An operation is shown as method and path/,
    "Write what it shows into the page: see “Components” in the manual.",
  ],
  [/^No sidebar has the page/, "Add it to the navigation of docs.json, or to a meta.json; else leave it."],
  [/^navigation: the folder has no API description/, "Put the API description into the folder, or take the entry out."],
  [/leads to no heading/, "Write after the # what the heading says there, or end the heading with the id, such as [#setup]."],
  [
    /leads to no page/,
    "Correct the link, or add a redirect to DOCS_JSON. To what is not imported, such as a blog, write the whole address.",
  ],
  [/picture or file is not there/, "Add the file, or take the picture out."],
  [/^<\w+> shows method and path alone/, "Put the API description into the content folder."],
  [
    /^<[\w.]+> comes from "(?!\.|\/|~|@\/|@site\/)/,
    "It is of a package, or made when that site is built. Draw the component in site/ui.tsx, or write what it shows into the page.",
  ],
  [
    /^<[\w.]+> comes from/,
    "Put the file into the content folder, or draw the component in site/ui.tsx: see “Customise” in the manual.",
  ],
  [/is not a component of Docent/, "Use one of Docent, or draw it in site/ui.tsx: see “Customise” in the manual."],
  [/^<style> is refused/, "Put the look into site/theme.css, or leave it."],
  [/^The style sheet/, "Put the look into site/theme.css, or leave it."],
  [/in the style of/, "The rest of the style is kept. Put the look into site/theme.css, or leave it."],
  [/^Order and titles/, "Write a meta.json into that folder, or leave its pages in the order of their names."],
  [/src of <iframe>/, "Give the whole address, beginning with https:."],
  [
    / of astro:\w+ is not known|"fetch" is (?:defined nowhere|not there)|the collection "…|the collection "[^"]*" is not imported/,
    FETCHED,
  ],
  [/^<(?:script|noscript|template)> is refused/, "Leave it, if the page says the same without: no page runs scripts."],
  [
    /runs nothing in the browser|^<(?:button|input|select|option|optgroup|textarea|datalist|dialog|output|progress|meter)> is refused| of <(?:input|select|textarea|button)> is refused/,
    PRESSED,
  ],
  [/ is refused/, "Leave it: the rest of the element is shown."],
  [/^openapi(?:-schema)?: no API description/, "Put the API description into the folder, and name what it has as it does."],
  [/front matter is not valid/, "Correct that line. Until then the name of the file is the title of the page."],
  [/no file .* to (?:import|include)/, "Put the file into the content folder, or take out what uses it."],
  [/is not a file of the content, so/, "Import it from a file of the content, or write what it gives into the page."],
  [
    /shows (?:its children|what it is given) only|cannot be read/,
    "Write what it shows into the page, or make it a component of site/ui.tsx.",
  ],
  [/shown as it is written/, "Write the value itself. Where the braces are meant, put them in `code`, or write \\{ for {."],
  [/is not (?:worked out|known) in a page|is not known: |is defined nowhere|has no value/, VALUE],
  [
    /closing (?:tag|slash)|is not JavaScript|expected/i,
    "Correct the tag or the brace at that place. The rest of the page is shown.",
  ],
  [/^There is no icon/, "Write one of the names, or leave it."],
  [/^A part of the page is not shown/, "Write what it shows into the page, or make it a component of site/ui.tsx."],
  [/this field is not known/, "Leave it, or take it out: nothing else is lost."],
  [/at most \d+ are read/, "Split the file."],
];

/** Returns what to do about a reason; undefined when nothing is known. */
export function findRemedy(reason: string, { hasDocsJson }: { readonly hasDocsJson: boolean }): string | undefined {
  const remedy = REMEDIES.find(([pattern]) => pattern.test(reason))?.[1];
  return remedy?.replace("DOCS_JSON", hasDocsJson ? "docs.json" : "docent.config.ts");
}
