// Tested in quotes.test.ts.
import type { QuoteMessages } from "./messages.ts";

const GREETING =
  /^(hi|hello|hey|hey there|hi there|hello there|good (morning|afternoon|evening|day)|greetings|yo|howdy|hola|buenos días|buenas|buenas tardes|bonjour|salut|hallo|guten tag|moin|olá|oi|bom dia)$/iu;
const THANKS =
  /^(thanks|thank you|thx|ty|cheers|great|perfect|cool|nice|awesome|ok|okay|got it|gracias|muchas gracias|merci|danke|vielen dank|obrigad[oa])( (a lot|so much|very much|you))?$/iu;
const FAREWELL = /^(bye|goodbye|see you|adiós|hasta luego|au revoir|tschüss|tchau)$/iu;
const ABOUT =
  /^(who|what) are you$|^what can you do$|^(can you )?help( me)?$|^are you (an? )?(ai|bot|human|robot|real)( person)?$|^(quién|qué) eres$|^ayuda$|^qui es-tu$|^wer bist du$/iu;

/** No greeting is longer. */
const MOST_CHARACTERS = 200;

/** The reply to a message that asks nothing of the docs; undefined for every other message. */
export function replyToSmallTalk(message: string, messages: QuoteMessages): string | undefined {
  if (message.length > MOST_CHARACTERS) return undefined;
  const text = message.replace(/[\s!?.,;:¡¿…\p{Emoji_Presentation}]+/gu, " ").trim();
  if (text === "" || GREETING.test(text)) return messages.greeting;
  if (THANKS.test(text)) return messages.welcome;
  if (FAREWELL.test(text)) return messages.farewell;
  if (ABOUT.test(text)) return messages.about;
  return undefined;
}
