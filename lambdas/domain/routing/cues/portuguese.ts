import type { CueTable } from './types.ts';

export const PORTUGUESE: CueTable = {
  code: [
    [3, 'loop|api rest|endpoints|banco de dados|meu código|compilar|depurar|programa*'],
    [2, 'função|código|script|classe|objeto|consulta|matriz'],
    [-3, 'código postal'],
  ],
  reasoning: [
    [4, 'equação*|demonstre|prove que|probabilidade*|derivada|passo a passo|teorema|integral'],
    [3, 'resolva|calcule|raiz quadrada'],
    [2, 'triângulo|ângulo*|soma'],
  ],
  language: [
    [5, 'traduza|traduzir|tradução|como se diz|como se escreve'],
    [4, 'ortografia|gramática|conjugue|o que significa|sinônimo*|corrija'],
    [3, 'para o inglês|em inglês|em japonês|em francês|em alemão|em espanhol|para inglês'],
    [2, 'palavra|frase'],
  ],
  creative: [
    [4, 'poema*|conte uma história|história sobre|slogan|canção|conto|letra de música|história engraçada'],
    [3, 'invente|imagine|piada|história|conte uma|romance'],
  ],
  small: [[4, 'oi|olá|obrigado|obrigada|tudo bem|bom dia|boa noite|boa tarde|tchau']],
  quick: [
    [4, 'capital da|capital do|quem pintou|quem escreveu|em que ano|quem é|quantos anos|quem'],
    [3, 'quantos|quantas|quando|onde fica'],
    [2, 'qual é'],
    [-4, 'qual é a probabilidade|qual é a diferença'],
  ],
  long: [[2, 'resuma|resumo|este relatório|este documento|este texto|este contrato']],
  general: [
    [2, 'como posso|explique|dicas|recomende|vantagens|quais são|o que devo'],
    [1, 'como|por que|funciona|melhores'],
  ],
  follow: [
    [3, 'agora|outro|outra|mais curto|continue|e em|e se|de novo'],
    [2, 'e|por favor|mais'],
  ],
  turn: [[5, 'outra coisa|a propósito|outra pergunta|mudando de assunto']],
};
