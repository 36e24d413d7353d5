import { type Document, type DocumentOptions, isScalar, type ParseOptions, parseDocument, visit, YAMLParseError } from "yaml";

/**
 * Parses YAML; faults are in the document's `errors`. That a map has a key twice is one of them: the first such key is
 * found in one pass, where the parser would compare each key of a map with all before it.
 */
export function readYaml(text: string, options: ParseOptions & DocumentOptions = {}): Document.Parsed {
  const document = parseDocument(text, { ...options, uniqueKeys: false });
  if (document.errors.length === 0) findRepeatedKey(document);
  return document;
}

function findRepeatedKey(document: Document.Parsed): void {
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) {
          const [start = 0, end = start] = key.range ?? [];
          document.errors.push(new YAMLParseError([start, end], "DUPLICATE_KEY", "Map keys must be unique"));
          return visit.BREAK;
        }
        seen.add(key.value);
      }
      return undefined;
    },
  });
}
