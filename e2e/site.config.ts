import config from "./site/docent.config.ts";

/** The test site's configuration, for unit tests, which run beside its folder and not inside it. */
export default { ...config, projects: config.projects.map((project) => ({ ...project, content: "e2e/site/content" })) };
