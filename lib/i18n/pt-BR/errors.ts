import type { ErrorsMessages } from "../en/errors.ts";

export const errors: ErrorsMessages = {
  codes: {
    unauthenticated: {
      title: "Sem token",
      meaning: "A requisição não tem token.",
      howToFix: "Envie o cabeçalho “Authorization: Bearer” seguido da sua chave.",
    },
    invalid_token: {
      title: "Token inválido",
      meaning:
        "O token é desconhecido, revogado, expirado ou incompleto. Os quatro casos são iguais, para que ninguém descubra chaves.",
      howToFix: "Confira se a chave inteira foi copiada. Se foi, crie uma nova.",
    },
    forbidden: {
      title: "Proibido",
      meaning:
        "O token existe, mas não pode fazer isto: é de outro tipo, projeto ou organização, ou o endereço IP ou a origem não está na lista dele.",
      howToFix: "Use uma chave adequada, ou crie uma que liste o seu endereço ou a sua origem.",
    },
    not_found: {
      title: "Não encontrado",
      meaning: "O site, projeto, conversa, atualização ou caminho não existe, ou não pertence ao seu token ou fp.",
      howToFix: "Confira os nomes no endereço. Para uma conversa, comece outra sem threadId.",
    },
    method_not_allowed: {
      title: "Método não permitido",
      meaning: "O caminho existe, mas não para este método.",
      howToFix: "Use um método citado no cabeçalho Allow.",
    },
    timeout: {
      title: "Tempo esgotado",
      meaning: "O corpo da requisição não chegou a tempo.",
      howToFix: "Envie a requisição de novo.",
    },
    too_large: {
      title: "Grande demais",
      meaning: "O corpo passa do tamanho permitido.",
      howToFix: "Envie menos. Numa conversa longa, deixe de fora as mensagens antigas: o servidor só precisa das últimas.",
    },
    unsupported_media_type: {
      title: "Tipo de conteúdo não aceito",
      meaning: "O corpo não é JSON.",
      howToFix: "Envie JSON com o cabeçalho “Content-Type: application/json”.",
    },
    invalid_request: {
      title: "Requisição inválida",
      meaning: "O corpo não é JSON bem formado, ou há campos errados.",
      howToFix: "Leia “errors” na resposta: lista os campos errados, com caminho, regra e correção.",
    },
    limit_exceeded: {
      title: "Limite excedido",
      meaning: "Um limite se esgotou. A requisição recusada não é contada.",
      howToFix: "Espere quantos segundos o cabeçalho Retry-After indicar.",
    },
    unavailable: {
      title: "Indisponível",
      meaning: "O serviço não alcança o armazenamento, ou ainda não está pronto.",
      howToFix: "Envie a requisição de novo após os segundos do cabeçalho Retry-After.",
    },
    internal: {
      title: "Erro interno",
      meaning: "O serviço falhou. A causa está no log dele.",
      howToFix: "Envie a requisição de novo. Se falhar outra vez, relate com o X-Request-Id da resposta.",
    },
  },
  allCodes: "Códigos de erro",
  lead: "Cada recusa da API é um documento JSON com um destes códigos.",
  status: "Status HTTP",
  meaning: "O que significa",
  howToFix: "Como corrigir",
};
