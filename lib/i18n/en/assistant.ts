import { failureMessages } from "../translate.ts";

export const assistant = {
  width: "Width of the panel",
  title: "Assistant",
  engine: {
    excerpts: "Excerpts from these docs",
    fallback: "Excerpts from these docs",
    model: "Written by a language model",
  },
  newConversation: "New conversation",
  recent: "Recent conversations",
  recentHint: "Saved only in this browser.",
  noRecent: "No conversations yet.",
  forget: (title: string) => `Forget: ${title}`,
  close: "Close the assistant",
  conversation: "Conversation",
  welcome: "Ask these docs",
  welcomeHint: "Answers come only from this documentation, with links to the sections they are taken from.",
  starters: "For example",
  suggestions: "Ask next",
  yourQuestion: "You asked",
  answer: "Answer",
  placeholder: "Ask a question",
  questionLabel: "Your question",
  send: "Send",
  stop: "Stop the answer",
  latest: "Jump to latest",
  searching: "Searching the docs",
  answering: "Answering",
  ready: (sources: number) => `Answer ready, ${sources} ${sources === 1 ? "source" : "sources"}`,
  stopped: "Stopped",
  stoppedNote: "Stopped before the end.",
  sources: "Sources",
  source: (number: string, title: string) => `Source ${number}: ${title}`,
  copyAnswer: "Copy answer",
  copyCode: "Copy code",
  copied: "Copied",
  copyFailed: "Could not copy",
  regenerate: "Answer again",
  retry: "Try again",
  helpful: "Helpful",
  notHelpful: "Not helpful",
  reasonLabel: "What was wrong or missing?",
  reasonPlaceholder: "Optional. Please leave out anything personal.",
  sendReason: "Send feedback",
  skipReason: "Not now",
  /** Below an answer that did not help: hands the question over to people. */
  supportSend: "Send this to support",
  supportShown: "This is sent. Change it as you like.",
  supportMail: "Open in your mail",
  supportPage: "Copy, and open the support page",
  /** Where the site itself sends it. */
  supportPreview: "This is sent to support",
  supportEmail: "Your email address, if you want an answer",
  supportSent: "Sent to support.",
  supportFailed: "It could not be sent. Please try again in a minute.",
  thanks: "Thank you for the feedback.",
  feedbackFailed: "Your feedback could not be sent. Please try again.",
  context: "Attached",
  contextCode: "Code",
  contextText: "Text",
  removeContext: (what: string) => `Remove: ${what}`,
  contextFull: (most: number) => `You can attach up to ${most} excerpts. Remove one first.`,
  askSelection: "Ask about this",
  unanswered: "This question has no complete answer.",
  newTab: "opens in a new tab",
  failure: failureMessages(
    {
      offline: { title: "The assistant is unavailable.", howToFix: "Check the internet connection, then try again." },
      limited: {
        title: "Too many questions for now.",
        howToFix: "Try again in {0:duration}.",
        howToFixLater: "Try again later.",
      },
      broken: { title: "The answer was interrupted.", howToFix: "Try again to replace it." },
      empty: { title: "No answer came back.", howToFix: "Try again, or ask in other words." },
      server: { title: "Something went wrong on our side.", howToFix: "Try again shortly." },
    },
    "en",
  ),
};

/** Messages of the assistant's panel. */
export type AssistantMessages = typeof assistant;

export const assistantTrigger = {
  open: "Ask the assistant",
  short: "Ask",
  failed: "The assistant could not be loaded. Check the connection and try again.",
};

/** The few messages that every page carries for the assistant; the rest loads with its panel. */
export type AssistantTriggerMessages = typeof assistantTrigger;
