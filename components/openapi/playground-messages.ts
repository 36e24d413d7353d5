// Tested in e2e/updates.spec.ts.
import type { PlaygroundError } from "./playground-request.ts";

/** Every message of the form that calls an operation. */
export interface PlaygroundMessages {
  readonly open: string;
  readonly loadFailed: string;
  readonly heading: string;
  readonly server: string;
  readonly credential: (name: string) => string;
  readonly basicHint: string;
  readonly credentialHint: string;
  readonly required: string;
  readonly body: string;
  readonly send: string;
  readonly stop: string;
  readonly close: string;
  readonly waiting: string;
  readonly response: (status: string, milliseconds: number) => string;
  readonly empty: string;
  readonly cut: string;
  readonly stopped: string;
  readonly unreachable: string;
  readonly errors: Readonly<Record<PlaygroundError["reason"], string>>;
}

const en: PlaygroundMessages = {
  open: "Try it",
  loadFailed: "The form could not be loaded. Try again.",
  heading: "Try it",
  server: "Server",
  credential: (name) => `Authorization (${name})`,
  basicHint: "As user:password. ",
  credentialHint: "Sent to this server only, and not stored.",
  required: "required",
  body: "Body",
  send: "Send",
  stop: "Stop",
  close: "Close",
  waiting: "Waiting for the answer…",
  response: (status, milliseconds) => `${status} after ${milliseconds} ms`,
  empty: "The answer has no body.",
  cut: "… cut here.",
  stopped: "Stopped.",
  unreachable: "No answer. Either nothing listens at this address, or the server does not allow calls from this site (CORS).",
  errors: {
    missing: "Fill this in.",
    json: "This is not valid JSON.",
    url: "This cannot be in the URL.",
    header: "This has letters that a header cannot carry.",
  },
};

const es: PlaygroundMessages = {
  open: "Probar",
  loadFailed: "No se pudo cargar el formulario. Inténtalo de nuevo.",
  heading: "Probar",
  server: "Servidor",
  credential: (name) => `Autorización (${name})`,
  basicHint: "Como usuario:contraseña. ",
  credentialHint: "Solo se envía a este servidor y no se guarda.",
  required: "obligatorio",
  body: "Cuerpo",
  send: "Enviar",
  stop: "Detener",
  close: "Cerrar",
  waiting: "Esperando la respuesta…",
  response: (status, milliseconds) => `${status} tras ${milliseconds} ms`,
  empty: "La respuesta no tiene cuerpo.",
  cut: "… cortado aquí.",
  stopped: "Detenido.",
  unreachable: "Sin respuesta. O nadie escucha en esta dirección, o el servidor no permite llamadas desde este sitio (CORS).",
  errors: {
    missing: "Rellena este campo.",
    json: "Esto no es JSON válido.",
    url: "Esto no puede estar en la dirección.",
    header: "Tiene letras que una cabecera no admite.",
  },
};

/** The messages in the reader's language, English for one that has none. */
export function playgroundMessages(language: string): PlaygroundMessages {
  return language.split("-")[0] === "es" ? es : en;
}
