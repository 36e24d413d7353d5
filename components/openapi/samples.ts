import { csharpHttpclient } from "@scalar/snippetz/plugins/csharp/httpclient";
import { goNative } from "@scalar/snippetz/plugins/go/native";
import { javaNethttp } from "@scalar/snippetz/plugins/java/nethttp";
import { jsFetch } from "@scalar/snippetz/plugins/js/fetch";
import { phpCurl } from "@scalar/snippetz/plugins/php/curl";
import { phpGuzzle } from "@scalar/snippetz/plugins/php/guzzle";
import { pythonRequests } from "@scalar/snippetz/plugins/python/requests";
import { rubyNative } from "@scalar/snippetz/plugins/ruby/native";
import { shellCurl } from "@scalar/snippetz/plugins/shell/curl";
import type { Call, CallBody } from "../../lib/openapi/call.ts";
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

/** A request as snippetz takes it, whose own type needs a package that it does not bring. */
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
  curl: { write: (request) => shellCurl.generate(request), readFile: (name) => `'@${name}'` },
  JavaScript: {
    write: (request) =>
      // Of a file in a form, snippetz leaves the bytes out.
      `${jsFetch
        .generate(request)
        .replace(/new Blob\(\[\]\)(?=, '(.*)'\)$)/gm, (_, name) => openAsBlob(name))
        .replace(/^fetch\(/m, "const response = await fetch(")};\nconsole.log(response.status, await response.text());`,
    readFile: openAsBlob,
  },
  Python: {
    write: (request, { body }) =>
      `import requests\n\nresponse = ${body?.kind === "text" && !isJson(body) ? toPython(request, body.text) : pythonRequests.generate(request)}\nprint(response.status_code, response.text)`,
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
    // Of PHP's curl, snippetz writes files and forms as code that does not run.
    write: (request, { body }) =>
      `<?php\n${body?.kind === "multipart" || body?.kind === "form" ? phpGuzzle.generate(request) : toPhp(request)}`,
    readFile: (name) => `file_get_contents('${name}')`,
  },
  Ruby: {
    // A heredoc with a bare name would read escapes and `#{}` in the body.
    write: (request) => {
      const code = rubyNative.generate(request).replace("<<~JSON", "<<~'JSON'");
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

function openAsBlob(name: string): string {
  return `await (await import('node:fs')).openAsBlob('${name}')`;
}

/** Writes a call in a programming language. */
export function sampleIn(language: SampleLanguage, call: Call): string {
  const { write, readFile } = WRITERS[language];
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

/** Puts a backslash before what would end a text: snippetz leaves that out for some languages. */
function withEscapes(request: HarRequest, signs: RegExp): HarRequest {
  const withBackslashes = (text: string) => text.replace(signs, (sign) => `\\${sign}`);
  const { headers, postData } = request;
  const params = postData?.params?.map(({ name, value, ...rest }) => ({
    ...rest,
    name: withBackslashes(name),
    ...(value !== undefined && { value: withBackslashes(value) }),
  }));
  return {
    ...request,
    headers: headers.map(({ name, value }) => ({ name, value: withBackslashes(value) })),
    ...(postData && params && { postData: { ...postData, params } }),
  };
}

/** Python with a body that is no JSON, which snippetz leaves out. */
function toPython(request: HarRequest, text: string): string {
  const marked = { ...request, postData: { mimeType: JSON_TYPE, text: FILE_MARK } };
  return pythonRequests.generate(marked).replace(`"${FILE_MARK}"`, () => JSON.stringify(text));
}

/** PHP with empty objects, which snippetz writes as empty lists. */
function toPhp(request: HarRequest): string {
  const { postData } = request;
  const text = postData?.mimeType === JSON_TYPE && postData.text ? withMarks(postData.text) : undefined;
  const marked = text === undefined ? request : { ...request, postData: { mimeType: JSON_TYPE, text } };
  return phpCurl.generate(withEscapes(marked, /[\\']/g)).replaceAll(`'${EMPTY_MARK}'`, "(object) []");
}

function withMarks(json: string): string {
  try {
    const isEmpty = (value: unknown) => JSON.stringify(value) === "{}";
    return JSON.stringify(JSON.parse(json, (_, value) => (isEmpty(value) ? EMPTY_MARK : value)));
  } catch {
    // A body that the reader is still writing.
    return json;
  }
}

/** C# with the body as a raw text, or with escapes where it holds three quotation marks. */
function toCSharp(request: HarRequest, { body }: Call): string {
  const escaped = withEscapes(request, /[\\"]/g);
  if (body?.kind === "file")
    // A file is bytes, which no text holds.
    return csharpHttpclient.generate(escaped).replace(`System.Text.Encoding.UTF8.GetBytes("${FILE_MARK}")`, `"${FILE_MARK}"`);
  if (body?.kind !== "text") return csharpHttpclient.generate(escaped);
  const code = body.text.includes('"""')
    ? csharpHttpclient
        .generate({ ...escaped, postData: { mimeType: JSON_TYPE, text: TEXT_MARK } })
        .replace(TEXT_LITERAL, () => JSON.stringify(body.text))
    : csharpHttpclient.generate(escaped);
  const [type = ""] = mimeTypeOf(body).split(";");
  return code.replace(/"[^"]*"\);(?=\n\nusing var response)/, `"${type}");`);
}

const TEXT_MARK = '"docent-text"';
const TEXT_LITERAL = /"{3,}\s*"docent-text"\s*"{3,}/;

/** One header, since snippetz writes `Set-Cookie` in some languages. */
function cookieHeader(cookies: Call["cookies"]): (readonly [string, string])[] {
  return cookies.length === 0
    ? []
    : [["Cookie", cookies.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("; ")]];
}

const JSON_TYPE = "application/json";

function isJson({ contentType }: CallBody): boolean {
  return /[/+]json\b/i.test(contentType);
}

function mimeTypeOf({ contentType }: CallBody): string {
  return /^[\w.+/;= -]+$/.test(contentType) ? contentType : "application/octet-stream";
}

function toPostData(body: CallBody): NonNullable<HarRequest["postData"]> {
  const mimeType = mimeTypeOf(body);
  // Of the types that end in "+json" snippetz writes the body in one line, in Python not at all.
  if (body.kind === "text") return { mimeType: isJson(body) ? JSON_TYPE : mimeType, text: body.text };
  if (body.kind === "file") return { mimeType: "application/octet-stream", text: FILE_MARK };
  return {
    mimeType,
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
  const text = body.text.replaceAll("\\", "\\\\").replaceAll('"""', '\\"""').replaceAll("\n", "\n    ");
  return (
    imports +
    javaNethttp.generate(bare).replace(/BodyPublishers\.noBody\(\)/, () => `BodyPublishers.ofString("""\n    ${text}""")`)
  );
}
