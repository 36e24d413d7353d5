import { useChat } from "@ai-sdk/react";
import { DefaultChatTransport, type UIMessage } from "ai";
import { DataStreamChatTransport } from "../../lib/assistant/wire/transport.ts";
import { type Attachment, render, View } from "./view.tsx";

const { endpoint, token, fp, messages: initialMessages } = window.settings;

const options = { api: endpoint, headers: { Authorization: `Bearer ${token}` }, body: { fp } };
const transport = new URL(endpoint).pathname.startsWith("/v1/")
  ? new DataStreamChatTransport<UIMessage>(options)
  : new DefaultChatTransport<UIMessage>(options);

/** useChat of the current SDK, straight to the assistant with a key of the browser. */
function Page() {
  const { messages, status, error, sendMessage, regenerate, stop } = useChat({
    transport,
    messages: initialMessages as UIMessage[],
  });
  window.chat = {
    messages,
    send: (text, attachments = []) => void sendMessage({ text, files: attachments.map(toFile) }),
    again: () => void regenerate(),
    stop: () => void stop(),
  };
  return <View status={status} error={error} messages={messages.map(toShown)} />;
}

function toFile({ name, type, url }: Attachment) {
  return { type: "file", filename: name, mediaType: type, url } as const;
}

function toShown({ id, role, parts }: UIMessage) {
  return {
    id,
    role,
    text: parts.map((part) => (part.type === "text" ? part.text : "")).join(""),
    sources: parts.flatMap((part) => (part.type === "source-url" ? [part] : [])),
  };
}

render(Page);
