import type { SiteUi } from "../components/site-ui.ts";
import { getMainProject } from "../lib/config/config.ts";
import type site from "./index.ts";
import { DocentLanding } from "./landing.tsx";

const { id, isReplaced } = getMainProject();

/** What is yours and is drawn: the landing page, the components of `index.ts`, and what you add around pages. */
export default {
  // Other content in the place of the manual begins as any site does.
  ...(id === "docent" && !isReplaced && { landing: DocentLanding }),
  components: {},
  slots: {},
} satisfies SiteUi<typeof site>;
