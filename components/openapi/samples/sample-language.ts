/** Programming languages that a call is shown in. */
export const SAMPLE_LANGUAGES = ["curl", "JavaScript", "Python", "Go", "PHP", "Ruby", "Java", "C#"] as const;

export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number];

export function isSampleLanguage(title: unknown): title is SampleLanguage {
  return SAMPLE_LANGUAGES.some((language) => language === title);
}
