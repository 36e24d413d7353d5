import type { SiteUi } from "../components/site-ui.ts";
import type site from "./index.ts";
import { DocentLanding } from "./landing.tsx";

/** What is yours and is drawn: the landing page, the components of `index.ts`, and what you add around pages. */
export default {
  landing: DocentLanding,
  components: {},
  slots: {},
} satisfies SiteUi<typeof site>;
