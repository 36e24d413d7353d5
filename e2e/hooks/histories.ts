/** Messages of AI SDK 4 after a reasoning model, a stop and a failure. */
export function leftoversV4(): readonly object[] {
  const stopped = { state: "partial-call", step: 0, toolCallId: "c1", toolName: "search" };
  const details = [
    { type: "text", text: "hm", signature: "s" },
    { type: "redacted", data: "x" },
  ];
  return [
    { id: "u1", role: "user", content: "One?", parts: [{ type: "text", text: "One?" }] },
    { id: "a1", role: "assistant", content: "", parts: [{ type: "step-start" }] },
    { id: "u2", role: "user", content: "Two?", parts: [{ type: "text", text: "Two?" }] },
    {
      id: "a2",
      role: "assistant",
      content: "Half",
      reasoning: "hm",
      parts: [
        { type: "reasoning", reasoning: "hm", details },
        { type: "tool-invocation", toolInvocation: stopped },
        { type: "text", text: "Half" },
      ],
    },
  ];
}

/** The same in the messages of AI SDK 5 and newer. */
export function leftoversV7(): readonly object[] {
  return [
    { id: "u1", role: "user", parts: [{ type: "text", text: "One?" }] },
    { id: "a1", role: "assistant", parts: [{ type: "step-start" }] },
    { id: "u2", role: "user", parts: [{ type: "text", text: "Two?" }] },
    {
      id: "a2",
      role: "assistant",
      parts: [
        { type: "reasoning", text: "hm", state: "done", providerMetadata: { anthropic: { signature: "s" } } },
        { type: "reasoning", text: "", state: "done", providerMetadata: { anthropic: { redactedData: "x" } } },
        { type: "tool-search", toolCallId: "c1", state: "input-streaming", input: undefined },
        { type: "text", text: "Half", state: "streaming" },
      ],
    },
  ];
}
