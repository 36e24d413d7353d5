/* All translations, for the server; a browser takes the one it needs by `load.ts`. */

import { addTranslation } from "./i18n.ts";
import type { Translation } from "./own-messages.ts";
import ar from "./translations/ar.json" with { type: "json" };
import de from "./translations/de.json" with { type: "json" };
import es from "./translations/es.json" with { type: "json" };
import fr from "./translations/fr.json" with { type: "json" };
import it from "./translations/it.json" with { type: "json" };
import ja from "./translations/ja.json" with { type: "json" };
import ko from "./translations/ko.json" with { type: "json" };
import pl from "./translations/pl.json" with { type: "json" };
import ptBR from "./translations/pt-BR.json" with { type: "json" };
import ru from "./translations/ru.json" with { type: "json" };
import tr from "./translations/tr.json" with { type: "json" };
import zhCN from "./translations/zh-CN.json" with { type: "json" };
import zhTW from "./translations/zh-TW.json" with { type: "json" };

const translations: Readonly<Record<string, Translation>> = {
  ar,
  de,
  es,
  fr,
  it,
  ja,
  ko,
  pl,
  "pt-BR": ptBR,
  ru,
  tr,
  "zh-CN": zhCN,
  "zh-TW": zhTW,
};

for (const [tag, translation] of Object.entries(translations)) addTranslation(tag, translation);
