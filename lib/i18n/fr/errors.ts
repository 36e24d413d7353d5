import type { ErrorsMessages } from "../en/errors.ts";

export const errors: ErrorsMessages = {
  codes: {
    unauthenticated: {
      title: "Pas de jeton",
      meaning: "La requête n’a pas de jeton.",
      howToFix: "Envoyez l’en-tête « Authorization: Bearer » suivi de votre clé.",
    },
    invalid_token: {
      title: "Jeton invalide",
      meaning:
        "Le jeton est inconnu, révoqué, expiré ou incomplet. Les quatre cas se ressemblent, pour que personne ne puisse sonder les clés.",
      howToFix: "Vérifiez que la clé entière a été copiée. Si oui, créez-en une nouvelle.",
    },
    forbidden: {
      title: "Interdit",
      meaning:
        "Le jeton est réel mais n’a pas ce droit : il est d’un autre type, projet ou organisation, ou l’adresse IP ou l’origine n’est pas sur sa liste.",
      howToFix: "Utilisez une clé qui convient, ou créez-en une qui énumère votre adresse ou votre origine.",
    },
    not_found: {
      title: "Introuvable",
      meaning:
        "Le site, le projet, le fil, la mise à jour ou le chemin n’existe pas, ou n’appartient pas à votre jeton ou à votre fp.",
      howToFix: "Vérifiez les noms dans l’adresse. Pour un fil, commencez-en un nouveau sans threadId.",
    },
    method_not_allowed: {
      title: "Méthode non autorisée",
      meaning: "Le chemin existe, mais pas pour cette méthode.",
      howToFix: "Utilisez une méthode que l’en-tête Allow nomme.",
    },
    timeout: {
      title: "Délai dépassé",
      meaning: "Le corps de la requête n’est pas arrivé à temps.",
      howToFix: "Renvoyez la requête.",
    },
    too_large: {
      title: "Trop grand",
      meaning: "Le corps dépasse la taille permise.",
      howToFix:
        "Envoyez moins. Dans une longue discussion, laissez de côté les messages anciens : le serveur n’a besoin que des derniers.",
    },
    unsupported_media_type: {
      title: "Type de contenu non pris en charge",
      meaning: "Le corps n’est pas du JSON.",
      howToFix: "Envoyez du JSON avec l’en-tête « Content-Type: application/json ».",
    },
    invalid_request: {
      title: "Requête invalide",
      meaning: "Le corps n’est pas du JSON bien formé, ou des champs sont faux.",
      howToFix: "Lisez « errors » dans la réponse : la liste des champs faux, avec leur chemin, leur règle et la correction.",
    },
    limit_exceeded: {
      title: "Limite dépassée",
      meaning: "Une limite est épuisée. La requête refusée n’est pas comptée.",
      howToFix: "Attendez autant de secondes que l’indique l’en-tête Retry-After.",
    },
    unavailable: {
      title: "Indisponible",
      meaning: "Le service ne peut pas atteindre son stockage, ou n’est pas encore prêt.",
      howToFix: "Renvoyez la requête après le nombre de secondes de l’en-tête Retry-After.",
    },
    internal: {
      title: "Erreur interne",
      meaning: "Le service a échoué. Son journal en contient la cause.",
      howToFix: "Renvoyez la requête. Si elle échoue encore, signalez-la avec le X-Request-Id de la réponse.",
    },
  },
  allCodes: "Codes d’erreur",
  lead: "Chaque refus de l’API est un document JSON avec l’un de ces codes.",
  status: "Statut HTTP",
  meaning: "Ce que cela signifie",
  howToFix: "Comment corriger",
};
