import type { AssistantMessages } from "../en/assistant.ts";
import { formatDuration } from "../failure.ts";

export const assistant: AssistantMessages = {
  width: "Largura do painel",
  title: "Assistente",
  engine: {
    excerpts: "Trechos desta documentação",
    fallback: "Trechos desta documentação",
    model: "Escrito por um modelo de linguagem",
  },
  newConversation: "Nova conversa",
  recent: "Conversas recentes",
  recentHint: "Guardadas apenas neste navegador.",
  noRecent: "Este navegador ainda não guarda nenhuma conversa.",
  forget: (title) => `Esquecer: ${title}`,
  close: "Fechar o assistente",
  conversation: "Conversa",
  welcome: "Pergunte a esta documentação",
  welcomeHint: "As respostas vêm apenas desta documentação, com as seções de onde foram tiradas.",
  starters: "Por exemplo",
  yourQuestion: "Você perguntou",
  answer: "Resposta",
  placeholder: "Faça uma pergunta",
  questionLabel: "Sua pergunta",
  send: "Enviar",
  stop: "Parar a resposta",
  latest: "Ir para o mais recente",
  searching: "Buscando na documentação",
  answering: "Respondendo",
  ready: (sources) => `Resposta pronta, fontes: ${sources}`,
  stopped: "Parada",
  stoppedNote: "Parada antes do fim.",
  sources: "Fontes",
  source: (number, title) => `Fonte ${number}: ${title}`,
  copyAnswer: "Copiar resposta",
  copyCode: "Copiar código",
  copied: "Copiado",
  copyFailed: "Não foi possível copiar",
  regenerate: "Responder de novo",
  retry: "Tentar de novo",
  helpful: "Útil",
  notHelpful: "Não útil",
  reasonLabel: "O que estava errado ou faltava?",
  reasonPlaceholder: "Opcional. Nada pessoal, por favor.",
  sendReason: "Enviar retorno",
  skipReason: "Agora não",
  thanks: "Obrigado pelo retorno.",
  feedbackFailed: "Seu retorno não pôde ser enviado. Tente de novo.",
  context: "Anexado",
  contextCode: "Código",
  contextText: "Texto",
  removeContext: (what) => `Remover: ${what}`,
  contextFull: (most) => `Uma pergunta pode levar ${most} trechos. Remova um primeiro.`,
  askSelection: "Perguntar sobre isto",
  unanswered: "A resposta a esta pergunta não foi concluída.",
  newTab: "abre em nova aba",
  failure: ({ kind, seconds }) => {
    if (kind === "offline")
      return { title: "O assistente não pode ser alcançado.", howToFix: "Confira a conexão com a internet e tente de novo." };
    if (kind === "limited")
      return {
        title: "Perguntas demais por enquanto.",
        howToFix: seconds ? `Tente de novo em ${formatDuration(seconds, "pt-BR")}.` : "Tente mais tarde.",
      };
    if (kind === "broken")
      return { title: "A resposta foi interrompida.", howToFix: "O que está aí fica até você tentar de novo." };
    if (kind === "empty")
      return { title: "Nenhuma resposta chegou.", howToFix: "Tente de novo, ou pergunte com outras palavras." };
    return { title: "O assistente está com um problema agora.", howToFix: "Não é culpa sua. Tente de novo em instantes." };
  },
};
