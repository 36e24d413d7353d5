import { type Operation, preferredContent, type Security, WEBHOOK } from "../../lib/openapi/operation.ts";

/** A call of an operation in one programming language. */
export interface CodeSample {
  readonly title: string;
  /** Name of the language for the highlighter. */
  readonly language: string;
  readonly code: string;
}

interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  /** JSON-like value to send; undefined for a call without body. */
  readonly body: unknown;
}

/**
 * The same call in curl, JavaScript and Python, with a placeholder for the key and examples for everything else. Of a webhook,
 * what it sends.
 */
export function samplesOf(operation: Operation): CodeSample[] {
  if (operation.method === WEBHOOK) return sentBy(operation);
  const call = toCall(operation);
  return [
    { title: "curl", language: "bash", code: toCurl(call) },
    { title: "JavaScript", language: "js", code: toJavaScript(call) },
    { title: "Python", language: "python", code: toPython(call) },
  ];
}

function sentBy({ body }: Operation): CodeSample[] {
  const content = preferredContent(body?.contents ?? []);
  const example = content?.example();
  if (!content || example === undefined) return [];
  const code = typeof example === "string" ? example : JSON.stringify(example, null, 2);
  return [{ title: content.contentType, language: "json", code }];
}

function toCall(operation: Operation): Call {
  const { method, servers, path, parameters, security } = operation;
  const body = preferredContent(operation.body?.contents ?? []);
  const filled = path.replace(/\{([^}]+)\}/g, (_, name) => {
    const example = parameters.find((parameter) => parameter.place === "path" && parameter.name === name)?.example();
    return typeof example === "string" && example !== "string" ? encodeURIComponent(example) : `{${name}}`;
  });
  const required = parameters.filter((parameter) => parameter.required);
  const key = security[0];
  const query = [
    ...required.filter(({ place }) => place === "query").map(({ name, example }) => [name, String(example() ?? "")] as const),
    ...(key?.kind === "apiKey" && key.place === "query" ? [[key.field, "YOUR_KEY"] as const] : []),
  ];
  const search = new URLSearchParams(query.map(([name, value]) => [name, value])).toString();
  const headers = [
    ...(key ? headerOf(key) : []),
    ...required.filter(({ place }) => place === "header").map(({ name, example }) => [name, String(example() ?? "")] as const),
    ...(body ? [["Content-Type", body.contentType] as const] : []),
  ];
  return { method, url: `${servers[0] ?? ""}${filled}${search && `?${search}`}`, headers, body: body?.example() };
}

function headerOf({ kind, place, field }: Security): (readonly [string, string])[] {
  if (kind === "bearer") return [["Authorization", "Bearer YOUR_KEY"]];
  if (kind === "basic") return [["Authorization", "Basic YOUR_CREDENTIALS"]];
  return kind === "apiKey" && place === "header" ? [[field, "YOUR_KEY"]] : [];
}

function toCurl({ method, url, headers, body }: Call): string {
  const parts = [
    `curl${method === "GET" ? "" : ` -X ${method}`} ${shellQuote(url)}`,
    ...headers.map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${shellQuote(toText(body))}`]),
  ];
  return parts.join(" \\\n  ");
}

function toJavaScript({ method, url, headers, body }: Call): string {
  const options = [
    ...(method === "GET" ? [] : [`  method: ${JSON.stringify(method)},`]),
    ...(headers.length === 0 ? [] : [`  headers: ${indent(toText(Object.fromEntries(headers)))},`]),
    ...(body === undefined
      ? []
      : [`  body: ${typeof body === "string" ? JSON.stringify(body) : `JSON.stringify(${indent(toText(body))})`},`]),
  ];
  const argument = options.length === 0 ? "" : `, {\n${options.join("\n")}\n}`;
  return `const response = await fetch(${JSON.stringify(url)}${argument});\nconsole.log(response.status, await response.text());`;
}

function toPython({ method, url, headers, body }: Call): string {
  const options = [
    `    ${JSON.stringify(url)},`,
    ...(headers.length === 0 ? [] : [`    headers=${indent(toPythonLiteral(Object.fromEntries(headers)), 4)},`]),
    ...(body === undefined ? [] : [`    ${typeof body === "string" ? "data" : "json"}=${indent(toPythonLiteral(body), 4)},`]),
  ];
  return `import requests\n\nresponse = requests.${method.toLowerCase()}(\n${options.join("\n")}\n)\nprint(response.status_code, response.text)`;
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

/** JSON is Python but for three names, which are replaced outside of strings only. */
function toPythonLiteral(value: unknown): string {
  const json = JSON.stringify(value, null, 4) ?? "None";
  const names = new Map([
    ["true", "True"],
    ["false", "False"],
    ["null", "None"],
  ]);
  return json.replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (token) => names.get(token) ?? token);
}

function indent(text: string, by = 2): string {
  return text.replaceAll("\n", `\n${" ".repeat(by)}`);
}

function shellQuote(text: string): string {
  return /["$`\\\n!{]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`;
}
