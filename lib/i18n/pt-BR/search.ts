import type { SearchMessages } from "../en/search.ts";
import { formatDuration } from "../failure.ts";

export const search: SearchMessages = {
  title: "Buscar na documentação",
  placeholder: "Buscar na documentação",
  close: "Fechar",
  clear: "Limpar o texto da busca",
  language: "Idioma",
  version: "Versão",
  allLanguages: "Todos os idiomas",
  allVersions: "Todas as versões",
  results: "Resultados da busca",
  lessLikely: "Menos prováveis",
  searchedIn: (scope) => `Buscar em ${scope}`,
  recent: "Buscas recentes",
  clearRecent: "Limpar tudo",
  removeRecent: (query) => `Esquecer a busca “${query}”`,
  start: "O que você procura?",
  startList: "Por onde começar",
  startPages: "Comece aqui",
  searching: "Buscando",
  count: (hits, pages) => `${hits} resultados em ${pages} páginas`,
  none: (query) => `Nenhum resultado para “${query}”`,
  noneTips: ["Confira a grafia ou use menos palavras."],
  searchEverywhere: "Buscar em todas as versões e idiomas",
  ask: "Perguntar ao assistente",
  askHint: "Receba uma resposta desta documentação, com as fontes",
  failure: ({ kind, seconds }) => {
    if (kind === "offline")
      return { title: "A busca não pode ser alcançada", howToFix: "Confira a conexão com a internet e tente de novo." };
    if (kind === "limited")
      return {
        title: "Buscas demais em pouco tempo",
        howToFix: seconds ? `Tente de novo em ${formatDuration(seconds, "pt-BR")}.` : "Tente mais tarde.",
      };
    return { title: "A busca está com um problema agora", howToFix: "Não é culpa sua. Tente de novo em instantes." };
  },
  retry: "Tentar de novo",
  apiReference: "API",
  keys: { move: "mover", open: "abrir", close: "fechar" },
};
