import type { ErrorsMessages } from "../en/errors.ts";

export const errors: ErrorsMessages = {
  codes: {
    unauthenticated: {
      title: "Nessun token",
      meaning: "La richiesta non ha un token.",
      howToFix: "Invia l’intestazione “Authorization: Bearer” seguita dalla tua chiave.",
    },
    invalid_token: {
      title: "Token non valido",
      meaning:
        "Il token è sconosciuto, revocato, scaduto o incompleto. I quattro casi sono uguali, così nessuno può indovinare chiavi.",
      howToFix: "Controlla che la chiave sia stata copiata per intero. Se lo è, creane una nuova.",
    },
    forbidden: {
      title: "Vietato",
      meaning:
        "Il token è reale ma non può farlo: è di altro tipo, progetto o organizzazione, oppure l’indirizzo IP o l’origine non è nella sua lista.",
      howToFix: "Usa una chiave adatta, o creane una che elenchi il tuo indirizzo o la tua origine.",
    },
    not_found: {
      title: "Non trovato",
      meaning:
        "Il sito, il progetto, la conversazione, l’aggiornamento o il percorso non esiste, o non appartiene al tuo token o fp.",
      howToFix: "Controlla i nomi nell’indirizzo. Per una conversazione, iniziane una nuova senza threadId.",
    },
    method_not_allowed: {
      title: "Metodo non consentito",
      meaning: "Il percorso esiste, ma non per questo metodo.",
      howToFix: "Usa un metodo indicato dall’intestazione Allow.",
    },
    timeout: {
      title: "Tempo scaduto",
      meaning: "Il corpo della richiesta non è arrivato in tempo.",
      howToFix: "Invia di nuovo la richiesta.",
    },
    too_large: {
      title: "Troppo grande",
      meaning: "Il corpo supera la dimensione consentita.",
      howToFix: "Invia meno. In una chat lunga ometti i messaggi vecchi: al server servono solo gli ultimi.",
    },
    unsupported_media_type: {
      title: "Tipo di contenuto non supportato",
      meaning: "Il corpo non è JSON.",
      howToFix: "Invia JSON con l’intestazione “Content-Type: application/json”.",
    },
    invalid_request: {
      title: "Richiesta non valida",
      meaning: "Il corpo non è JSON ben formato, o alcuni campi sono sbagliati.",
      howToFix: "Leggi “errors” nella risposta: elenca i campi sbagliati con percorso, regola e rimedio.",
    },
    limit_exceeded: {
      title: "Limite superato",
      meaning: "Un limite è esaurito. La richiesta rifiutata non viene contata.",
      howToFix: "Attendi i secondi indicati dall’intestazione Retry-After.",
    },
    unavailable: {
      title: "Non disponibile",
      meaning: "Il servizio non raggiunge il suo archivio, o non è ancora pronto.",
      howToFix: "Invia di nuovo la richiesta dopo i secondi indicati da Retry-After.",
    },
    internal: {
      title: "Errore interno",
      meaning: "Il servizio ha fallito. La causa è nel suo registro.",
      howToFix: "Invia di nuovo la richiesta. Se fallisce ancora, segnalala con l’X-Request-Id della risposta.",
    },
  },
  allCodes: "Codici di errore",
  lead: "Ogni rifiuto dell’API è un documento JSON con uno di questi codici.",
  status: "Stato HTTP",
  meaning: "Che cosa significa",
  howToFix: "Come rimediare",
};
