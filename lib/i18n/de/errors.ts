import type { ErrorsMessages } from "../en/errors.ts";

export const errors: ErrorsMessages = {
  codes: {
    unauthenticated: {
      title: "Kein Token",
      meaning: "Die Anfrage hat kein Token.",
      howToFix: "Senden Sie den Header „Authorization: Bearer“ mit Ihrem Schlüssel.",
    },
    invalid_token: {
      title: "Ungültiges Token",
      meaning:
        "Das Token ist unbekannt, widerrufen, abgelaufen oder unvollständig. Alle vier sehen gleich aus, damit niemand Schlüssel erraten kann.",
      howToFix: "Prüfen Sie, ob der ganze Schlüssel kopiert wurde. Wenn ja, erstellen Sie einen neuen.",
    },
    forbidden: {
      title: "Verboten",
      meaning:
        "Das Token ist echt, darf das aber nicht: Es gehört zu einer anderen Art, einem anderen Projekt oder einer anderen Organisation, oder IP-Adresse oder Herkunft stehen nicht auf seiner Liste.",
      howToFix: "Nehmen Sie einen passenden Schlüssel, oder erstellen Sie einen, der Ihre Adresse oder Herkunft nennt.",
    },
    not_found: {
      title: "Nicht gefunden",
      meaning:
        "Website, Projekt, Gespräch, Aktualisierung oder Pfad gibt es nicht, oder sie gehören nicht zu Ihrem Token oder fp.",
      howToFix: "Prüfen Sie die Namen in der Adresse. Ein neues Gespräch beginnt ohne threadId.",
    },
    method_not_allowed: {
      title: "Methode nicht erlaubt",
      meaning: "Den Pfad gibt es, aber nicht für diese Methode.",
      howToFix: "Nehmen Sie eine Methode, die der Header Allow nennt.",
    },
    timeout: {
      title: "Zeitüberschreitung",
      meaning: "Der Inhalt der Anfrage kam nicht rechtzeitig an.",
      howToFix: "Senden Sie die Anfrage noch einmal.",
    },
    too_large: {
      title: "Zu groß",
      meaning: "Der Inhalt ist größer als erlaubt.",
      howToFix:
        "Senden Sie weniger. Lassen Sie in einem langen Gespräch frühere Nachrichten weg: Der Server braucht nur die letzten.",
    },
    unsupported_media_type: {
      title: "Medientyp nicht unterstützt",
      meaning: "Der Inhalt ist kein JSON.",
      howToFix: "Senden Sie JSON mit dem Header „Content-Type: application/json“.",
    },
    invalid_request: {
      title: "Ungültige Anfrage",
      meaning: "Der Inhalt ist kein wohlgeformtes JSON, oder Felder sind falsch.",
      howToFix: "Lesen Sie „errors“ in der Antwort: Es nennt die falschen Felder mit Pfad, Regel und Abhilfe.",
    },
    limit_exceeded: {
      title: "Grenze erreicht",
      meaning: "Eine Grenze ist ausgeschöpft. Die abgelehnte Anfrage zählt nicht.",
      howToFix: "Warten Sie so viele Sekunden, wie der Header Retry-After sagt.",
    },
    unavailable: {
      title: "Nicht verfügbar",
      meaning: "Der Dienst erreicht seinen Speicher nicht oder ist noch nicht bereit.",
      howToFix: "Senden Sie die Anfrage nach so vielen Sekunden erneut, wie der Header Retry-After sagt.",
    },
    internal: {
      title: "Interner Fehler",
      meaning: "Der Dienst ist gescheitert. Die Ursache steht in seinem Protokoll.",
      howToFix: "Senden Sie die Anfrage noch einmal. Scheitert sie wieder, melden Sie sie mit der X-Request-Id der Antwort.",
    },
  },
  allCodes: "Fehlercodes",
  lead: "Jede Ablehnung der API ist ein JSON-Dokument mit einem dieser Codes.",
  status: "HTTP-Status",
  meaning: "Bedeutung",
  howToFix: "Abhilfe",
};
