import type { AssistantTriggerMessages } from "../en/assistant-trigger.ts";

export const assistantTrigger: AssistantTriggerMessages = {
  open: "Zapytaj asystenta",
  short: "Zapytaj",
  failed: "Nie udało się wczytać asystenta. Sprawdź połączenie i spróbuj ponownie.",
};
