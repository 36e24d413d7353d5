import { useChat } from "@ai-sdk/react";
import { type Attachment, render, View } from "../hooks/view.tsx";

type ThreadItem = { type?: string; threadId?: string };

const { endpoint, token, fp, messages: initialMessages } = window.settings;

/** useChat of AI SDK 4, straight to the assistant with a key of the browser. */
function Page() {
  const { messages, data, status, error, append, reload, stop } = useChat({
    api: endpoint,
    headers: { Authorization: `Bearer ${token}` },
    sendExtraMessageFields: true,
    initialMessages: initialMessages as NonNullable<Parameters<typeof useChat>[0]>["initialMessages"],
  });
  const threadId = (data as ThreadItem[] | undefined)?.findLast(({ type }) => type === "thread")?.threadId;
  const body = { fp, threadId };
  window.chat = {
    messages,
    send: (text, attachments = []) =>
      void append({ role: "user", content: text, experimental_attachments: attachments.map(toAttachment) }, { body }),
    again: () => void reload({ body }),
    stop,
  };
  return <View status={status} error={error} messages={messages.map(toShown)} />;
}

function toAttachment({ name, type, url }: Attachment) {
  return { name, contentType: type, url };
}

function toShown({ id, role, parts }: ReturnType<typeof useChat>["messages"][number]) {
  return {
    id,
    role,
    text: parts.map((part) => (part.type === "text" ? part.text : "")).join(""),
    sources: parts.flatMap((part) => (part.type === "source" ? [part.source] : [])),
  };
}

render(Page);
