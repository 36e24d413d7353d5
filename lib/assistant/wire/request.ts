import { z } from "zod";
import { list, MAX_ATTACHMENTS, requestBounds } from "../../request-bounds.ts";
import { SearchFilter } from "../../search/request.ts";

/** Most characters of text in one message. */
const MAX_TEXT = 32_000;
const MAX_PARTS = requestBounds.lists["messages.*.parts"];

const requiredText = (what: string) => z.string({ error: `must be a string: ${what}` });

const ContextItem = z.object({
  type: z.enum(["code", "textSelection"]),
  value: z.string().max(2_000, "must be at most 2,000 characters; send the part that the question is about"),
  path: z.string().max(200, "must be at most 200 characters").optional(),
  elementId: z.string().max(200, "must be at most 200 characters").optional(),
});

/** The fields that both wires take beside the messages. */
const common = {
  fp: requiredText("any identifier of the reader, such as a random id kept in the browser")
    .min(1, "must not be empty; send any identifier of the reader")
    .max(256, "must be at most 256 characters")
    .describe("Browser fingerprint or any identifier; the messages of an fp can be listed and deleted later."),
  threadId: z
    .string()
    .max(256, "must be a threadId that this service gave out")
    .nullish()
    .describe("From an earlier answer's finish event; follow-up messages join its thread."),
  retrievalPageSize: z
    .number({ error: "must be a number from 1 to 50" })
    .min(1, "must be 1 or more")
    .max(50, "must be at most 50; ask for fewer results")
    .default(5)
    .describe("How many passages a search of the assistant returns; a fraction is rounded down."),
  filter: SearchFilter.nullish(),
  currentPath: z
    .string()
    .max(200, "must be at most 200 characters")
    .nullish()
    .describe("Extension: URL path of the page that the reader looks at."),
  embedOrigin: z
    .string()
    .max(256, "must be at most 256 characters")
    .nullish()
    .describe("Extension: origin of the page whose widget the reader asks in, one of assistant.embed.origins."),
  context: list(ContextItem)
    .max(5, "must hold at most 5 items")
    .nullish()
    .describe("Extension: text or code that the reader has selected."),
};

const messageId = (error: string) => z.string({ error }).min(1, error).max(256, "must be at most 256 characters");

const ReasoningDetail = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string(), signature: z.string().optional() }),
  z.object({ type: z.literal("redacted"), data: z.string() }),
]);

const invocation = { step: z.number().optional(), toolCallId: z.string(), toolName: z.string() };

/** A call that a stop cut short reaches us without its arguments. */
const ToolInvocation = z.discriminatedUnion(
  "state",
  [
    z.object({ state: z.literal("partial-call"), ...invocation, args: z.unknown().optional() }),
    z.object({ state: z.literal("call"), ...invocation, args: z.unknown().optional() }),
    z.object({ state: z.literal("result"), ...invocation, args: z.unknown(), result: z.unknown() }),
  ],
  { error: "must have the state partial-call, call or result" },
);

const Part = z.discriminatedUnion(
  "type",
  [
    z.object({ type: z.literal("text"), text: z.string() }),
    z.object({ type: z.literal("reasoning"), reasoning: z.string(), details: list(ReasoningDetail) }),
    z.object({ type: z.literal("step-start") }),
    z.object({
      type: z.literal("source"),
      source: z.object({ sourceType: z.literal("url"), id: z.string(), url: z.string(), title: z.string().optional() }),
    }),
    z.object({ type: z.literal("tool-invocation"), toolInvocation: ToolInvocation }),
  ],
  { error: "must have the type text, reasoning, step-start, source or tool-invocation" },
);

function partsSchema<Item extends z.ZodType>(part: Item) {
  return list(part, 'must be an array of message parts; for plain text send [{"type": "text", "text": "…"}]').max(
    MAX_PARTS,
    `must hold at most ${MAX_PARTS} parts; leave out those that are not text`,
  );
}

/** A message of AI SDK 4, as the specification of `/v1` gives it. */
export const WireMessage = z.object({
  id: messageId(
    "must be a string that names the message; useChat of AI SDK 4 sends it when it is given sendExtraMessageFields: true",
  ),
  role: z.enum(["system", "assistant", "data", "user"], { error: "must be system, assistant, data or user" }),
  createdAt: z.iso.datetime({ offset: true, error: "must be a date-time, such as 2026-01-31T12:00:00Z" }).optional(),
  content: requiredText("the text of the message; it may be empty when the parts hold the text"),
  annotations: list(z.unknown()).optional(),
  parts: partsSchema(Part),
  experimental_attachments: list(z.object({ name: z.string().optional(), contentType: z.string().optional(), url: z.string() }))
    .max(MAX_ATTACHMENTS, `must hold at most ${MAX_ATTACHMENTS} attachments; send the others with another message`)
    .optional(),
});
export type WireMessage = z.infer<typeof WireMessage>;

const needed = z.string({ error: "must be a string" });

const knownUIParts: Readonly<Record<string, z.ZodType>> = {
  text: z.object({ text: needed }),
  reasoning: z.object({ text: needed }),
  "source-url": z.object({ sourceId: needed, url: needed }),
  file: z.object({ mediaType: needed, url: needed, filename: needed.optional() }),
  "dynamic-tool": z.object({ toolName: needed, toolCallId: needed, state: needed }),
};
const toolUIPart = z.object({ toolCallId: needed, state: needed });

/** Checks the parts that AI SDK 5 and later send; a type of a newer version passes unread. */
const UIPart = z.looseObject({ type: z.string({ error: "must be a string" }) }).check(({ value, issues }) => {
  const schema = Object.hasOwn(knownUIParts, value.type)
    ? knownUIParts[value.type]
    : value.type.startsWith("tool-")
      ? toolUIPart
      : undefined;
  for (const { path, message } of schema?.safeParse(value).error?.issues ?? [])
    issues.push({ code: "custom", input: value, path, message });
});

/** A message of AI SDK 5 and later. */
export const UIMessage = z.object({
  id: messageId("must be a string that names the message"),
  role: z.enum(["system", "user", "assistant"], { error: "must be system, user or assistant" }),
  parts: partsSchema(UIPart).refine(
    (parts) => parts.filter(({ type }) => type === "file").length <= MAX_ATTACHMENTS,
    `must hold at most ${MAX_ATTACHMENTS} files; send the others with another message`,
  ),
  metadata: z.unknown().optional(),
});
export type UIMessage = z.infer<typeof UIMessage>;

function messages<Schema extends z.ZodType<WireMessage | UIMessage>>(message: Schema) {
  return list(message, "must be an array of messages")
    .min(1, "must hold at least one message")
    .max(200, "must hold at most 200 messages; leave out the oldest")
    .check(({ value, issues }) => {
      const problem = (path: (string | number)[], text: string) =>
        issues.push({ code: "custom", input: value, path, message: text });
      value.forEach((item, index) => {
        const length = wireText(item).length;
        if (length > MAX_TEXT) problem([index], `holds ${length} characters of text; send at most 32,000 in one message`);
      });
      if (!value.some((item) => item.role === "user" && wireText(item).trim()))
        problem([], "must hold a user message with text: the last one is the question");
    });
}

/** Body of `POST /v1/assistant/{domain}/message`. */
export const MessageRequest = z.object({ ...common, messages: messages(WireMessage) });
export type MessageRequest = z.infer<typeof MessageRequest>;

/** Body of `POST /v2/assistant/{domain}/message`. */
export const UIMessageRequest = z.object({
  ...common,
  messages: messages(UIMessage),
  trigger: z
    .unknown()
    .optional()
    .describe("What useChat sends; with `regenerate-message` the new answer replaces the last one of its thread."),
});
export type UIMessageRequest = z.infer<typeof UIMessageRequest>;

/** Returns the text parts of a message put together, or its `content` when it has none. */
export function wireText(message: WireMessage | UIMessage): string {
  const texts = message.parts.flatMap((part) => (part.type === "text" && "text" in part ? [String(part.text)] : []));
  if (texts.length > 0) return texts.join("");
  return "content" in message ? String(message.content) : "";
}
