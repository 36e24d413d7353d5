import { createCssVariablesTheme, type ThemeRegistration } from "shiki";

const variables = createCssVariablesTheme({ variablePrefix: "--code-" });
const rule = (scope: readonly string[], name: string) => ({
  scope: [...scope],
  settings: { foreground: `var(--code-token-${name})` },
});

/**
 * Colours of code as names of the style sheet (tokens.css), so that light, dark and contrast are in one place. Elements of
 * MDX, which the theme of Shiki leaves without colour, are coloured like those of HTML.
 */
export const codeTheme: ThemeRegistration = {
  ...variables,
  tokenColors: [
    ...(variables.tokenColors ?? variables.settings ?? []),
    rule(["entity.name.tag", "support.class.component", "support.type.component"], "keyword"),
    rule(["entity.other.attribute-name"], "function"),
    rule(["entity.name.section", "markup.heading"], "keyword"),
  ],
};
