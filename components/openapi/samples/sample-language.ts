/** Programming languages that a call is shown in. */
export const SAMPLE_LANGUAGES = ["curl", "JavaScript", "Python", "Go", "PHP", "Ruby", "Java", "C#"] as const;

export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number];

/** Other names under which descriptions have code in these languages. */
const NAMES: Readonly<Record<SampleLanguage, readonly string[]>> = {
  curl: ["shell", "bash", "sh", "http/curl"],
  JavaScript: ["js", "node", "node.js", "nodejs", "javascript/fetch"],
  Python: ["py", "python3"],
  Go: ["golang"],
  PHP: [],
  Ruby: ["rb"],
  Java: [],
  "C#": ["csharp", "cs", "dotnet", ".net"],
};

/** Returns the language that a description calls by one of its names; undefined for any other. */
export function toSampleLanguage(name: string): SampleLanguage | undefined {
  const given = name.trim().toLowerCase();
  return SAMPLE_LANGUAGES.find((language) => language.toLowerCase() === given || NAMES[language].includes(given));
}
