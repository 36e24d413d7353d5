import { getEnvironment } from "../../lib/config/config.ts";

/**
 * Lists for a build what `list` gives, and nothing in development: there Next asks at each request, in a process of its own
 * that would read the whole content for it.
 */
export async function paramsOfBuild<Params>(list: () => Promise<Params[]>): Promise<Params[]> {
  return getEnvironment().development ? [] : list();
}
