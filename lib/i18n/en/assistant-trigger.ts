export const assistantTrigger = {
  open: "Ask the assistant",
  short: "Ask",
  failed: "The assistant could not be loaded. Check the connection and try again.",
};

/** The few messages that every page carries for the assistant; the rest loads with its panel. */
export type AssistantTriggerMessages = typeof assistantTrigger;
