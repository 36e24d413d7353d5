import type { ChosenModel, LanguageModelV4, ModelCallOptions } from "./language-model.ts";
import { quoteMessages } from "./quotes/messages.ts";
import { replyToSmallTalk } from "./quotes/question.ts";
import { type QuotesInput, queryOf } from "./quotes/quotes.ts";
import { callSearch } from "./quotes-model.ts";
import { toReadableStream } from "./readable-stream.ts";
import { OPENING_CALL } from "./tools.ts";

type Prompt = ModelCallOptions["prompt"];

/**
 * Returns the model with a search for the question before its first call: it saves a call, and a model cannot answer from memory
 * alone. Clients see an invocation of `search`. The model itself reads the hits below the question, since some servers refuse a call of
 * a tool that they have not written. Small talk is not looked up.
 */
export function withOpeningSearch(chosen: ChosenModel, input: QuotesInput): ChosenModel {
  const language = input.ask.filter.language ?? input.site.project.defaultLanguage;
  if (replyToSmallTalk(input.ask.question.text, quoteMessages(language)) !== undefined) return chosen;
  const { model } = chosen;
  let hasBegun = false;
  const opened: LanguageModelV4 = {
    specificationVersion: "v4",
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (call) => model.doGenerate(call),
    doStream: async (call) => {
      if (hasBegun) return model.doStream({ ...call, prompt: withHitsBelowQuestion(call.prompt) });
      hasBegun = true;
      return { stream: toReadableStream(callSearch(queryOf(input, language), OPENING_CALL)) };
    },
  };
  return { ...chosen, model: opened };
}

/** Moves the result of the opening search into the message that asks the question. */
function withHitsBelowQuestion(prompt: Prompt): Prompt {
  const isOpening = (part: { readonly type: string; readonly toolCallId?: string }) =>
    part.toolCallId?.startsWith(OPENING_CALL) === true;
  const results = prompt.flatMap((message) => (message.role === "tool" ? message.content : []));
  const found = results.find((part) => part.type === "tool-result" && isOpening(part));
  const text = found?.type === "tool-result" && found.output.type === "text" ? found.output.value : "The search failed.";
  const at = prompt.findLastIndex(({ role }) => role === "user");
  return prompt.flatMap((message, index): Prompt => {
    if (message.role === "user" && index === at) return [{ ...message, content: withText(message.content, text) }];
    if (message.role !== "assistant" && message.role !== "tool") return [message];
    const content = message.content.filter((part) => !isOpening(part));
    return content.length > 0 ? [{ ...message, content } as Prompt[number]] : [];
  });
}

/** One text, since not every server takes several parts. */
function withText(content: Extract<Prompt[number], { role: "user" }>["content"], found: string): typeof content {
  const asked = content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
  return [{ type: "text", text: `${asked}\n\nA search for this question found:\n\n${found}` }];
}
