import { csharpHttpclient } from "@scalar/snippetz/plugins/csharp/httpclient";
import { goNative } from "@scalar/snippetz/plugins/go/native";
import { javaNethttp } from "@scalar/snippetz/plugins/java/nethttp";
import { nodeFetch } from "@scalar/snippetz/plugins/node/fetch";
import { phpCurl } from "@scalar/snippetz/plugins/php/curl";
import { phpGuzzle } from "@scalar/snippetz/plugins/php/guzzle";
import { pythonRequests } from "@scalar/snippetz/plugins/python/requests";
import { rubyNative } from "@scalar/snippetz/plugins/ruby/native";
import { shellCurl } from "@scalar/snippetz/plugins/shell/curl";
import { isObject } from "../../../lib/openapi/description/json.ts";
import { holdsLongIntegers } from "../../../lib/openapi/description/json-text.ts";
import type { Call, CallBody } from "../../../lib/openapi/playground/call.ts";
import type { SampleLanguage } from "./sample-language.ts";

/** Stands for a file's bytes in the input of snippetz. */
const FILE_MARK = "docent-file";
/** Stands for an object without members. */
const EMPTY_MARK = "docent-empty";

interface HarParameter {
  readonly name: string;
  readonly value?: string;
  readonly fileName?: string;
}

/** A request as snippetz takes it, whose own type needs a package that is not among its dependencies. */
interface HarRequest {
  readonly method: string;
  readonly url: string;
  readonly httpVersion: string;
  readonly headersSize: number;
  readonly bodySize: number;
  readonly queryString: readonly HarParameter[];
  readonly cookies: readonly HarParameter[];
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly postData?: { readonly mimeType: string; readonly text?: string; readonly params?: readonly HarParameter[] };
}

interface Writer {
  readonly write: (request: HarRequest, call: Call) => string;
  /** Reads the file that is sent as the body; snippetz writes the name of the file in its place. */
  readonly readFile: (name: string) => string;
}

/** Writers of the samples. Some repair code of snippetz that does not run. */
const WRITERS: Readonly<Record<SampleLanguage, Writer>> = {
  curl: {
    write: (request, { body }) =>
      withLongIntegers(shellCurl.generate, { request, body, quote: inShell })
        // Else curl reads a file, and strips quotation marks around a value.
        .replace("--data '@", "--data-raw '@")
        .replace(/--form '(?=[^'=]*=")/g, "--form-string '"),
    readFile: (name) => `'@${name}'`,
  },
  JavaScript: {
    write: (request) =>
      `${nodeFetch
        .generate(request)
        .replace(/^fetch\(/m, "const response = await fetch(")};\nconsole.log(response.status, await response.text());`,
    readFile: (name) => `await (await import('node:fs')).openAsBlob('${name}')`,
  },
  Python: {
    write: (request, { body }) =>
      `import requests\n\nresponse = ${toPython(request, body)}\nprint(response.status_code, response.text)`,
    readFile: (name) => `open("${name}", "rb")`,
  },
  Go: {
    write: (request, { body }) => {
      const code = goNative.generate(request);
      return body?.kind === "file"
        ? code.replace(/payload := strings\.NewReader\((.*)\)/, "payload, _ := $1").replace('"strings"', '"os"')
        : code;
    },
    readFile: (name) => `os.Open("${name}")`,
  },
  PHP: {
    // For PHP's curl, snippetz writes the parts of a form one by one, and ends a text of a form early.
    write: (request, { body }) =>
      `<?php\n${body?.kind === "multipart" || body?.kind === "form" ? phpGuzzle.generate(request) : toPhp(request, body)}`,
    readFile: (name) => `file_get_contents('${name}')`,
  },
  Ruby: {
    // A heredoc with a bare name would read escapes and `#{}` in the body, and so would double quotation marks.
    write: (request, { body }) => {
      const text = bareTextOf(body);
      const code =
        text !== undefined
          ? withLiteral(rubyNative.generate, request, inSingle(text))
          : rubyNative.generate(request).replace("<<~JSON", "<<~'JSON'");
      return request.url.startsWith("http:") ? code.replace("http.use_ssl = true\n", "") : code;
    },
    readFile: (name) => `File.binread('${name}')`,
  },
  Java: {
    write: toJava,
    readFile: (name) => `java.nio.file.Files.readAllBytes(java.nio.file.Path.of("${name}"))`,
  },
  "C#": {
    write: toCSharp,
    readFile: (name) => `File.ReadAllBytes("${name}")`,
  },
};

export function sampleIn(language: SampleLanguage, asked: Call): string {
  const { write, readFile } = WRITERS[language];
  const call = { ...asked, body: asked.body && withRepeats(asked.body) };
  const code = write(toHar(call), call).trim();
  if (call.body?.kind !== "file") return code;
  const name = nameOf(call.body.file);
  return code.replace(FILE_LITERAL, () => readFile(name));
}

/** Returns the name of a file without what would end a text. */
function nameOf(file: File | undefined): string {
  return (file?.name || "file").replace(/["'\\\n]/g, "_");
}

const FILE_LITERAL = new RegExp(`b?(?:"""\\s*@?${FILE_MARK}\\s*"""|["'\`]@?${FILE_MARK}["'\`])`);

function toHar({ method, url, headers, cookies, body }: Call): HarRequest {
  return {
    ...{
      method,
      url: url.replace(/['"`\\$<>\s]/g, encodeURIComponent).replaceAll("'", "%27"),
      httpVersion: "HTTP/1.1",
      headersSize: -1,
      bodySize: -1,
      queryString: [],
    },
    cookies: [],
    headers: [...headers, ...cookieHeader(cookies)].map(([name, value]) => ({ name, value })),
    ...(body && { postData: toPostData(body) }),
  };
}

/** Returns a form that repeats a name as the text that is sent: some languages would keep its last value alone. */
function withRepeats(body: CallBody): CallBody {
  if (body.kind !== "form" || new Set(body.parts.map(([name]) => name)).size === body.parts.length) return body;
  const text = new URLSearchParams(body.parts.map(([name, value]) => [name, String(value ?? "")])).toString();
  return { kind: "text", contentType: body.contentType, text };
}

/** The inside of a text in single quotation marks, which takes line breaks: of PHP and Ruby. */
const escapedInSingle = (text: string) => text.replace(/[\\']/g, "\\$&");
const inShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const inSingle = (text: string) => `'${escapedInSingle(text)}'`;

/** Writes a body by a literal of ours, where snippetz would write it wrongly. */
function withLiteral(generate: (request: HarRequest) => string, request: HarRequest, literal: string): string {
  const marked = { ...request, postData: { mimeType: JSON_TYPE, text: FILE_MARK } };
  return generate(marked).replace(FILE_LITERAL, () => literal);
}

interface LongIntegers {
  readonly request: HarRequest;
  readonly body: CallBody | undefined;
  readonly quote: (text: string) => string;
}

/** Writes JSON with integers that JavaScript would round by a literal of ours; snippetz parses all JSON in these languages. */
function withLongIntegers(generate: (request: HarRequest) => string, { request, body, quote }: LongIntegers): string {
  const isLong = body?.kind === "text" && isJson(body) && holdsLongIntegers(body.text);
  return isLong ? withLiteral(generate, request, quote(body.text)) : generate(request);
}

/** Writes Python, with a body as `requests` takes it; a form without files gets a type, else it would not be sent in parts. */
function toPython(request: HarRequest, body: CallBody | undefined): string {
  const isOfTexts = body?.kind === "multipart" && body.parts.every(([, value]) => typeof value === "string");
  const params = request.postData?.params?.map((param) => ({ ...param, contentType: "text/plain" }));
  if (isOfTexts && params) return pythonRequests.generate({ ...request, postData: { mimeType: MULTIPART, params } });
  if (body?.kind !== "text") return pythonRequests.generate(request);
  const text = bareTextOf(body);
  if (text !== undefined) return withLiteral(pythonRequests.generate, request, JSON.stringify(text));
  const lines = JSON.stringify(JSON.parse(body.text), null, 2).split("\n").join("\n    ");
  const value = lines.replace(/"(?:[^"\\]|\\.)*"|true|false|null/g, (found) => PYTHON_NAMES[found] ?? found);
  return withLiteral(pythonRequests.generate, request, FILE_MARK).replace(`data=${FILE_MARK}`, () => `json=${value}`);
}

const PYTHON_NAMES: Readonly<Record<string, string>> = { true: "True", false: "False", null: "None" };

/** Writes PHP with empty objects, which snippetz writes as empty lists. */
function toPhp(request: HarRequest, body: CallBody | undefined): string {
  if (body?.kind !== "text" || bareTextOf(body) !== undefined)
    return withLongIntegers(phpCurl.generate, { request, body, quote: inSingle });
  const marked = { ...request, postData: { mimeType: JSON_TYPE, text: withMarks(body.text) } };
  return phpCurl.generate(marked).replaceAll(`'${EMPTY_MARK}'`, "(object) []");
}

/** Marks empty objects, and escapes names, which snippetz does not do. */
function withMarks(json: string): string {
  return JSON.stringify(
    JSON.parse(json, (_, value: unknown) => {
      if (!isObject(value)) return value;
      const members = Object.entries(value).map(([name, member]) => [escapedInSingle(name), member]);
      return members.length === 0 ? EMPTY_MARK : Object.fromEntries(members);
    }),
  );
}

/** Writes C# with a file as bytes, which no text can hold, and the content type as .NET takes it. */
function toCSharp(request: HarRequest, { body }: Call): string {
  if (body?.kind !== "text")
    return csharpHttpclient.generate(request).replace(`System.Text.Encoding.UTF8.GetBytes("${FILE_MARK}")`, `"${FILE_MARK}"`);
  const [mimeType = ""] = mimeTypeOf(body).split(";");
  const written = { ...request, postData: { mimeType, text: body.text } };
  return withLongIntegers(csharpHttpclient.generate, { request: written, body, quote: (text) => `"""\n${text}\n"""` });
}

/** Joins the cookies in one header, since snippetz writes `Set-Cookie` in some languages. */
function cookieHeader(cookies: Call["cookies"]): (readonly [string, string])[] {
  return cookies.length === 0
    ? []
    : [["Cookie", cookies.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("; ")]];
}

const JSON_TYPE = "application/json";
const MULTIPART = "multipart/form-data";

function isJson({ contentType }: CallBody): boolean {
  return /[/+]json\b/i.test(contentType);
}

/**
 * Returns the text of a body that is not a JSON object or list, or that has integers which languages would round: they have no syntax of
 * their own for it. Undefined for any other body.
 */
function bareTextOf(body: CallBody | undefined): string | undefined {
  if (body?.kind !== "text") return undefined;
  try {
    const isPlain = !isJson(body) || typeof (JSON.parse(body.text) ?? "") !== "object" || holdsLongIntegers(body.text);
    return isPlain ? body.text : undefined;
  } catch {
    // A body that the reader is still writing.
    return body.text;
  }
}

function mimeTypeOf({ contentType }: CallBody): string {
  return /^[\w.+/;= -]+$/.test(contentType) ? contentType : "application/octet-stream";
}

function toPostData(body: CallBody): NonNullable<HarRequest["postData"]> {
  if (body.kind === "text") {
    // snippetz writes bodies of types that end in "+json" in one line, in Python not at all.
    if (bareTextOf(body) === undefined) return { mimeType: JSON_TYPE, text: body.text };
    return { mimeType: isJson(body) ? "text/plain" : mimeTypeOf(body), text: body.text };
  }
  if (body.kind === "file") return { mimeType: "application/octet-stream", text: FILE_MARK };
  return {
    // The types by which snippetz knows forms: one may have parameters, or another name for parts.
    mimeType: body.kind === "form" ? "application/x-www-form-urlencoded" : MULTIPART,
    params: body.parts.map(([name, value]) => (typeof value === "string" ? { name, value } : { name, fileName: nameOf(value) })),
  };
}

/** Java's own client with the body as a text block, which stays readable. */
function toJava(request: HarRequest, { body }: Call): string {
  const imports = "import java.net.http.HttpClient;\nimport java.net.http.HttpRequest;\nimport java.net.http.HttpResponse;\n\n";
  if (body?.kind !== "text")
    return (
      imports +
      javaNethttp.generate(request).replace(`"${FILE_MARK}".getBytes(java.nio.charset.StandardCharsets.UTF_8)`, `"${FILE_MARK}"`)
    );
  const { postData: _, ...bare } = request;
  const text = body.text
    .replaceAll("\\", "\\\\")
    .replace(/"(?="|$)/g, '\\"')
    .replaceAll("\n", "\n    ");
  return (
    imports +
    javaNethttp.generate(bare).replace(/BodyPublishers\.noBody\(\)/, () => `BodyPublishers.ofString("""\n    ${text}""")`)
  );
}
