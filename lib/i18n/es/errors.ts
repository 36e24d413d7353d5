import type { ErrorsMessages } from "../en/errors.ts";

export const errors: ErrorsMessages = {
  codes: {
    unauthenticated: {
      title: "Falta el token",
      meaning: "La petición no lleva token.",
      howToFix: "Envía la cabecera «Authorization: Bearer» seguida de tu clave.",
    },
    invalid_token: {
      title: "Token no válido",
      meaning:
        "El token es desconocido, está revocado, ha caducado o está incompleto. Los cuatro casos se ven igual para que nadie pueda adivinar claves.",
      howToFix: "Comprueba que la clave está copiada entera. Si lo está, crea una nueva.",
    },
    forbidden: {
      title: "Prohibido",
      meaning:
        "El token es bueno, pero no sirve para esto: es de otro tipo, proyecto u organización, o la dirección IP o el origen del navegador no están en su lista.",
      howToFix: "Usa una clave adecuada o crea una que incluya tu dirección o tu origen.",
    },
    not_found: {
      title: "No existe",
      meaning: "El sitio, el proyecto, la conversación, la actualización o la ruta no existen, o no son de tu token o de tu fp.",
      howToFix: "Comprueba los nombres de la dirección. Si es una conversación, empieza otra sin threadId.",
    },
    method_not_allowed: {
      title: "Método no permitido",
      meaning: "La ruta existe, pero no para este método.",
      howToFix: "Usa un método de los que nombra la cabecera Allow.",
    },
    timeout: {
      title: "Tiempo agotado",
      meaning: "El cuerpo de la petición no llegó a tiempo.",
      howToFix: "Envía la petición otra vez.",
    },
    too_large: {
      title: "Demasiado grande",
      meaning: "El cuerpo pasa de 4 MiB en un mensaje, o de 64 KiB en lo demás.",
      howToFix: "Envía menos. En un chat largo, omite mensajes anteriores: el servidor solo necesita los últimos.",
    },
    unsupported_media_type: {
      title: "Tipo de contenido no admitido",
      meaning: "El cuerpo no es JSON.",
      howToFix: "Envía JSON con la cabecera «Content-Type: application/json».",
    },
    invalid_request: {
      title: "Petición no válida",
      meaning: "El JSON está mal formado o hay campos incorrectos.",
      howToFix: "Lee «errors» en la respuesta: enumera los campos incorrectos con su ruta, su regla y cómo corregirlos.",
    },
    limit_exceeded: {
      title: "Límite superado",
      meaning: "Se ha agotado un límite. La petición rechazada no se cuenta.",
      howToFix: "Espera los segundos que dice la cabecera Retry-After.",
    },
    unavailable: {
      title: "No disponible",
      meaning: "El servicio no llega a su almacén o aún no está listo.",
      howToFix: "Envía la petición otra vez pasados los segundos que dice la cabecera Retry-After.",
    },
    internal: {
      title: "Error interno",
      meaning: "El servicio ha fallado. La causa está en su registro.",
      howToFix: "Envía la petición otra vez. Si vuelve a fallar, comunícalo con el X-Request-Id de la respuesta.",
    },
  },
  allCodes: "Códigos de error",
  lead: "Cada rechazo de la API es un documento JSON con uno de estos códigos.",
  status: "Estado HTTP",
  meaning: "Qué significa",
  howToFix: "Cómo resolverlo",
};
