import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { readOperation } from "../../../lib/openapi/document/operation.ts";
import { type Call, initialState, toCall } from "../../../lib/openapi/playground/call.ts";
import { toPlayground } from "../../../lib/openapi/playground/playground.ts";
import { SAMPLE_LANGUAGES } from "./sample-language.ts";
import { sampleIn } from "./samples.ts";

const description = {
  openapi: "3.1.0",
  servers: [{ url: "https://{region}.example.com/v1/", variables: { region: { default: "eu" } } }],
  security: [{ key: [] }],
  components: {
    securitySchemes: { key: { type: "http", scheme: "bearer" }, query: { type: "apiKey", in: "query", name: "token" } },
    schemas: {
      Pet: {
        type: "object",
        properties: { name: { type: "string" }, tame: { type: "boolean" }, parent: { $ref: "#/components/schemas/Pet" } },
      },
    },
  },
  paths: {
    "/pets/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string", example: "it's me" } }],
      get: {
        security: [{ query: [] }],
        parameters: [{ name: "full", in: "query", required: true, schema: { type: "boolean" } }],
        responses: {},
      },
      put: {
        requestBody: { required: true, content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } } },
        responses: { 204: { description: "Kept." } },
      },
    },
  },
};

const callOf = (method: string): Call => {
  const operation = readOperation(description, { method, path: "/pets/{id}" });
  if (!operation) throw new Error("no operation");
  const playground = toPlayground(operation);
  return toCall(playground, initialState(playground));
};
const textsOf = (call: Call) => Object.fromEntries(SAMPLE_LANGUAGES.map((language) => [language, sampleIn(language, call)]));
const samples = (method: string) => textsOf(callOf(method));

describe("sampleIn", () => {
  test("fills path and query and names the key", () => {
    expect(samples("GET").curl).toBe(`curl 'https://eu.example.com/v1/pets/it%27s%20me?token=YOUR_KEY&full=true'`);
  });

  test("sends a body made from the schema in readable lines, cycles left out", () => {
    for (const [title, code] of Object.entries(samples("PUT")))
      expect(code, title).toMatch(title === "Go" ? /name/ : /\n\s*"?'?name['"]?\s*(?::|=>)/);
  });

  test.each(["application/json; charset=utf-8", "application/merge-patch+json", "application/vnd.api+json"])(
    "indents a body of the type %s and sends that type, in every language",
    (contentType) => {
      const text = JSON.stringify({ name: "Rex", owner: { id: 7, tags: ["a"] } }, null, 2);
      const headers = [["Content-Type", contentType]] as const;
      for (const [language, code] of Object.entries(
        textsOf({ ...callOf("PUT"), headers, body: { kind: "text", contentType, text } }),
      )) {
        expect(code, language).toMatch(/\n {4,}["']?id["']?\s*(?::|=>) 7/);
        expect(code, language).toContain(language === "C#" ? `"${contentType.split(";")[0]}");` : contentType);
      }
    },
  );

  test("sends a body that is not JSON, in every language", () => {
    const body = { kind: "text", contentType: "text/plain", text: "Sit, Rex" } as const;
    for (const [language, code] of Object.entries(
      textsOf({ ...callOf("PUT"), headers: [["Content-Type", "text/plain"]], body }),
    )) {
      expect(code, language).toContain("Sit, Rex");
      expect(code, language).toContain("text/plain");
    }
  });

  test("sends an empty object as one from PHP, whose lists and objects are the same", () => {
    expect(textsOf(sent('{"a": {}, "b": [{}], "c": [], "d": "x: {}"}')).PHP).toMatch(
      /'a' => \(object\) \[\],\s*'b' => \[\s*\(object\) \[\]\s*\],\s*'c' => \[\],\s*'d' => 'x: \{\}'/,
    );
  });

  test("writes Python's own names for true, false and null", () => {
    expect(samples("PUT").Python).toMatch(/"tame": True/);
  });

  test("runs as JavaScript", () => {
    expect(() => new Function(`return async () => {${samples("PUT").JavaScript}}`)).not.toThrow();
  });

  const hostile = `"it's" #{exit} $HOME \\n \u0060 """ ]]>`;
  const sent = (text: string): Call => ({ ...callOf("PUT"), body: { kind: "text", contentType: "application/json", text } });

  test.each([
    ["curl", "bash", (code: string) => code.replace(/^curl/, "printf '%s\\n'")],
    [
      "Python",
      "python3",
      (code: string) =>
        code
          .replace("import requests", "class requests:\n  def put(u, headers, json): print(json['a'])\n  ")
          .replace(/response = /, "")
          .replace(/print\(response.*/, ""),
    ],
    [
      "JavaScript",
      "node",
      (code: string) =>
        `const fetch = async (u, o) => (console.log(JSON.parse(o.body).a), { text() {} });(async () => {${code.replace("const response", "let response")}})()`,
    ],
  ])("writes what a value holds, and nothing that %s would run", (title, program, wrap) => {
    const code = wrap(textsOf(sent(JSON.stringify({ a: hostile })))[title] ?? "");
    const output = execFileSync(program, [program === "node" ? "-e" : "-c", code], {
      encoding: "utf8",
      env: { PATH: process.env.PATH } as unknown as NodeJS.ProcessEnv,
    });
    expect(
      program === "bash" ? JSON.parse(output.slice(output.indexOf("{\n"), output.lastIndexOf("}") + 1)).a : output.split("\n")[0],
    ).toBe(hostile);
  });

  test("ends no text early, whatever a header, a form or a body holds", () => {
    const value = `a"b'c\\`;
    const form = {
      ...callOf("PUT"),
      headers: [["X-A", value]],
      body: { kind: "form", contentType: "application/x-www-form-urlencoded", parts: [["k", value]] },
    } as const;
    const code = textsOf(form);
    expect(code.PHP).not.toMatch(/[^\\]'c/);
    expect(code["C#"]).toContain(String.raw`"a\"b'c\\"`);
    expect(code["C#"]).toContain(String.raw`["k"] = "a\"b'c\\"`);
    const json = textsOf({ ...sent('{"a":1}'), headers: [["X-A", value]] });
    expect(json.PHP).toContain(String.raw`X-A: a"b\'c\\'`);
    expect(textsOf({ ...sent(`""" + Evil() + """`) })["C#"]).toContain(`""""\n""" + Evil() + """\n""""`);
    const url = { ...callOf("GET"), url: `https://a.example/'"\`$\\<` };
    for (const [title, text] of Object.entries(textsOf(url)).filter(([name]) => name !== "Ruby"))
      expect(text, title).toContain("https://a.example/%27%22%60%24%5C%3C");
  });

  const hostileText = `@it's "q" \\ #{exit} $HOME\nend"`;

  test("a body that is not JSON ends no text early, and nothing of it runs", () => {
    const body = { kind: "text", contentType: "text/plain", text: hostileText } as const;
    const code = textsOf({ ...callOf("PUT"), headers: [["Content-Type", "text/plain"]], body });
    for (const language of ["PHP", "Ruby"]) expect(code[language]).toContain(`'@it\\'s "q" \\\\ #{exit} $HOME\nend"'`);
    expect(code.Java).toContain(String.raw`    end\""""))`);
    expect(code.curl).toContain(`--data-raw '@it'\\''s`);
  });

  test("values of a form end no text early, and curl reads no file for them", () => {
    const parts = [[`k'1`, hostileText]] as const;
    const code = textsOf({ ...callOf("PUT"), body: { kind: "multipart", contentType: "multipart/form-data", parts } });
    expect(code.JavaScript).toContain(String.raw`formData.append("k'1", "@it's \"q\" \\ #{exit} $HOME\nend\"")`);
    expect(code["C#"]).toContain(String.raw`new StringContent("@it's \"q\" \\ #{exit} $HOME\nend\""), "k'1")`);
    expect(code.curl).toContain(String.raw`--form-string 'k'\''1=@it'\''s`);
    expect(code.Python).toContain(`("k'1", (None, "@it's`);
    const quoted = { kind: "multipart", contentType: "multipart/form-data", parts: [["k", '"Rex"']] } as const;
    expect(textsOf({ ...callOf("PUT"), body: quoted }).curl).toContain(`--form-string 'k="Rex"'`);
  });

  test("a form keeps each value of a name that it repeats, in every language", () => {
    const parts = [
      ["tag", "a b"],
      ["tag", "it's"],
    ] as const;
    const form = { kind: "form", contentType: "application/x-www-form-urlencoded", parts } as const;
    for (const [language, code] of Object.entries(textsOf({ ...callOf("PUT"), body: form })))
      expect(code, language).toContain("tag=a+b&tag=it%27s");
  });

  test("a form with another name for its type, or a parameter of it, is sent as one", () => {
    const parts = [["tag", "a b"]] as const;
    const form = { kind: "form", contentType: "application/x-www-form-urlencoded; charset=utf-8", parts } as const;
    const mixed = { kind: "multipart", contentType: "multipart/mixed", parts } as const;
    for (const body of [form, mixed])
      for (const [language, code] of Object.entries(textsOf({ ...callOf("PUT"), body })))
        expect(code, `${body.kind} in ${language}`).toMatch(/a(?: |\+|%20)b/);
  });

  test("JSON that is not an object, names in it, and words such as true in its texts stay what they are", () => {
    expect(textsOf(sent('"Rex"')).JavaScript).toContain(`body: '"Rex"'`);
    expect(textsOf(sent("true")).Python).toContain('data="true"');
    const code = textsOf(sent(JSON.stringify({ "it's": "so: true, or: null,", tame: true, owner: null })));
    expect(code.PHP).toContain(String.raw`'it\'s' => 'so: true`);
    expect(code.Python).toMatch(/"it's": "so: true, or: null,",\n +"tame": True,\n +"owner": None/);
  });

  test("takes Ruby's body as it is, and Java's as a text block", () => {
    const code = textsOf(sent('{"a": "#{exit} \\n"}'));
    expect(code.Ruby).toContain("<<~'JSON'");
    expect(code.Java).toMatch(/BodyPublishers\.ofString\("""\n {4}\{\n? ?.*\\\\n/s);
  });

  test("reads the file that is the body, in every language", () => {
    const file = { ...callOf("PUT"), body: { kind: "file", contentType: "image/png", file: new File([], "rex.png") } } as const;
    for (const [title, code] of Object.entries(textsOf(file))) {
      expect(code, title).toMatch(/rex\.png/);
      expect(code, title).not.toContain("docent-file");
    }
  });
});

const binary = { type: "string", format: "binary" };
test.each([
  ["3.0.3", binary],
  ["3.1.0", binary],
  ["3.1.0", { type: "string", contentMediaType: "image/png" }],
  ["3.1.0", { contentMediaType: "application/octet-stream" }],
])("a form of OpenAPI %s uploads its files before a reader chose any: %j", (openapi, file) => {
  const properties = { note: { type: "string" }, photo: file, pages: { type: "array", items: file } };
  for (const required of [[], ["photo", "pages"]]) {
    const requestBody = { content: { "multipart/form-data": { schema: { type: "object", required, properties } } } };
    const api = { openapi, servers: [{ url: "https://a.example" }], paths: { "/": { post: { requestBody, responses: {} } } } };
    const playground = toPlayground(readOperation(api, { method: "POST", path: "/" })!);
    const uploads: Record<string, (name: string) => string> = {
      curl: (name) => `--form '${name}=@file'`,
      JavaScript: (name) => `formData.append("${name}", new File([readFileSync("file")], "file", `,
      Python: (name) => `("${name}", open("file", "rb"))`,
      Go: (name) => `writer.CreateFormFile("${name}", "file")`,
      PHP: (name) => `'name' => '${name}',\n      'contents' => fopen('file', 'rb')`,
      Ruby: (name) => `form_data << ['${name}', File.open('file', 'rb')]`,
      Java: (name) => `name=\\"${name}\\"; filename=\\"file\\"`,
      "C#": (name) => `content.Add(new StreamContent(File.OpenRead("file")), "${name}", "file")`,
    };
    const samples = Object.entries(textsOf(toCall(playground, initialState(playground))));
    expect(samples.map(([language]) => language).sort()).toEqual(Object.keys(uploads).sort());
    for (const [language, code] of samples) {
      expect(code, language).toContain(uploads[language]!("photo"));
      expect(code, language).toContain(uploads[language]!("pages"));
      expect(code.match(/note/g), language).toHaveLength(1);
    }
  }
});

test("an operation that the description does not have is not found", () => {
  expect(readOperation(description, { method: "POST", path: "/pets/{id}" })).toBeUndefined();
});

test("a form with members in brackets is sent as PHP and Rails read it, and so is a query", () => {
  const list = { type: "array", items: { type: "string" } };
  const value = { name: "A & B", tags: ["x", "y"], card: { number: "1", checks: [{ ok: true }] }, files: { a: 1 } };
  const encoding = { tags: { style: "deepObject" }, card: { style: "deepObject" } };
  const post = {
    parameters: [
      {
        name: "created",
        in: "query",
        required: true,
        style: "deepObject",
        schema: { type: "object" },
        example: { gte: 1, in: [2] },
      },
      { name: "expand", in: "query", required: true, style: "deepObject", schema: list, example: ["data.card"] },
    ],
    requestBody: { content: { "application/x-www-form-urlencoded": { schema: { type: "object" }, encoding, example: value } } },
    responses: {},
  };
  const operation = readOperation(
    { servers: [{ url: "https://a.example" }], paths: { "/c": { post } } },
    { method: "POST", path: "/c" },
  );
  const playground = toPlayground(operation!);
  const { url, body } = toCall(playground, initialState(playground));
  expect(decodeURIComponent(url)).toBe("https://a.example/c?created[gte]=1&created[in][0]=2&expand[0]=data.card");
  expect(body?.kind === "form" && body.parts).toEqual([
    ["name", "A & B"],
    ["tags[0]", "x"],
    ["tags[1]", "y"],
    ["card[number]", "1"],
    ["card[checks][0][ok]", "true"],
    ["files", '{"a":1}'],
  ]);
});

test.each(SAMPLE_LANGUAGES)("%s writes integers of 64 bits as they are, beside texts with quotation marks", (language) => {
  const text = `{\n  "id": 12345678901234567890,\n  "name": "it's"\n}`;
  const body = { kind: "text", contentType: "application/json", text } as const;
  const code = sampleIn(language, { method: "POST", url: "https://a.example/x", headers: [], cookies: [], body });
  expect(code).toContain("12345678901234567890");
  expect(code).toMatch(/it(?:'\\''|\\?')s/);
});
