export const assistantTrigger = {
  open: "Ask the assistant",
  short: "Ask",
  failed: "The assistant could not be loaded. Check the connection and try again.",
};
