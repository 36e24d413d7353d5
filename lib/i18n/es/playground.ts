import type { PlaygroundMessages } from "../playground.ts";

export const playground: PlaygroundMessages = {
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
