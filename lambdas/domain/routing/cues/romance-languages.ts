/** Cues in French, Italian, Portuguese and Spanish. Format: cue-format.ts. */
import type { CueTable } from './cue-format.ts';

export const FRENCH: CueTable = {
  code: [
    [
      3,
      'requête|déboguer|débogu*|compil*|fuite de mémoire|tableau d objets|base de données|programm*|mon code',
    ],
    [2, 'fonction|script|boucle|code|classe|tableau|variable|application'],
    [-3, 'code de conduite|code postal|code de la route|code pénal'],
  ],
  reasoning: [
    [4, 'démontre*|équation*|probabilité*|dérivée|étape par étape|théorème|intégrale|prouve'],
    [3, 'résous|calcule|racine carrée|raisonnement|différentielle'],
    [2, 'somme|angles|triangle|lancers|combien de façons|logique'],
  ],
  language: [
    [5, 'traduis|traduire|traduction|traduisez|comment dit on|corrige les fautes'],
    [4, 'orthographe|grammaire|conjugue*|que veut dire|que signifie|synonyme*'],
    [3, 'corrige|en anglais|en allemand|en espagnol|fautes|différence entre savoir|en italien'],
    [1, 'mot|différence entre|phrase'],
  ],
  creative: [
    [4, 'poème*|raconte moi|conte|histoire de|chanson|slogan|poésie|histoire pour'],
    [3, 'invente|imagine|blague|histoire|roman'],
    [1, 'écris un|écris une'],
  ],
  small: [[4, 'bonjour|salut|merci|merci beaucoup|ça va|bonsoir|bonne nuit|au revoir']],
  quick: [
    [4, 'capitale|capitale du|quelle est la capitale|qui a écrit|qui a peint|quel âge|en quelle année'],
    [3, 'combien de|quand est|qui est|quelle hauteur|où se trouve'],
    [2, 'quelle est la|quel est le|habitants'],
    [-3, 'quelle est la différence|combien de façons'],
  ],
  long: [[2, 'résume|résumé|résumer|ce rapport|ce document|ce contrat|ce texte']],
  general: [
    [2, 'avantages|explique moi|comment organiser|conseils|recommande|quels sont|que dois je'],
    [1, 'comment|pourquoi|explique|organiser'],
  ],
  follow: [
    [3, 'plus court|plus long|continue|encore|et maintenant|et en|et si|un autre|une autre'],
    [2, 'et|pourquoi|plus|maintenant|s il te plaît'],
  ],
  turn: [[5, 'autre chose|au fait|autre question|changeons de sujet']],
};

export const ITALIAN: CueTable = {
  code: [
    [3, 'funzione in|compila*|mio codice|questo codice|base di dati|un api|programma*|inverte una stringa'],
    [2, 'funzione|codice|script|stringa|ciclo|classe|interrogazione'],
    [-3, 'codice postale|codice fiscale|codice civile'],
  ],
  reasoning: [
    [4, 'equazione|equazioni|dimostra|probabilità|derivata|passo dopo passo|teorema|integrale|sistema x'],
    [3, 'risolvi|calcola|radice di|irrazionale|radice quadrata'],
    [2, 'triangolo|angolo|angoli|somma'],
  ],
  language: [
    [5, 'traduci|tradurre|traduzione|come si dice|come si scrive'],
    [4, 'ortografia|grammatica|coniuga|cosa significa|sinonimo|sinonimi|correggi'],
    [3, 'in inglese|in spagnolo|in tedesco|in francese|in italiano'],
    [2, 'parola|frase'],
  ],
  creative: [
    [4, 'poesia|poesie|favola|racconto|filastrocca|slogan|canzone|storia di'],
    [3, 'inventa|immagina|barzelletta|raccontami|storia|romanzo'],
  ],
  small: [[4, 'ciao|grazie|come stai|buongiorno|buonanotte|buonasera|arrivederci|grazie mille']],
  quick: [
    [
      4,
      'capitale della|capitale del|chi ha scritto|chi ha dipinto|in che anno|quanti abitanti|chi è|quanti anni',
    ],
    [3, 'quanti|quante|quando|dove si trova|quanto è alto'],
    [2, 'qual è'],
    [-4, 'qual è la probabilità|qual è la differenza'],
  ],
  long: [[2, 'riassumi|riassunto|questo rapporto|questo documento|questo contratto|questo testo']],
  general: [
    [2, 'spiegami|come posso|consigli|consigliami|vantaggi|cosa devo|quali sono'],
    [1, 'come|perché|spiega|funziona|organizzare'],
  ],
  follow: [
    [3, 'adesso|più corto|più lungo|continua|un altro|un altra|e in|e se|di nuovo'],
    [2, 'e|per favore|perché|più|ora'],
  ],
  turn: [[5, 'un altra cosa|a proposito|altra domanda|cambiamo argomento']],
};

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

export const SPANISH: CueTable = {
  code: [
    [3, 'consulta sql|compila*|mi código|este código|base de datos|depurar|programa*|descargue'],
    [2, 'función|código|script|bucle|consulta|clase|matrices|matriz|variable|aplicación'],
    [-3, 'código postal|código civil|programa de'],
  ],
  reasoning: [
    [4, 'ecuación*|ecuacion*|demuestra|probabilidad*|derivada|paso a paso|teorema|integral'],
    [3, 'resuelve|calcula|raíz cuadrada'],
    [2, 'ángulo*|triángulo|bolsa|suma|razona|lógica|si tengo'],
    [-3, 'bolsa de valores'],
  ],
  language: [
    [5, 'traduce|traducir|traducción|cómo se dice|como se dice|corrige la ortografía'],
    [4, 'ortografía|gramática|conjuga*|qué significa|sinónimo*'],
    [3, 'al inglés|en inglés|en francés|en alemán|al español|corrige|al francés'],
    [2, 'palabra|frase'],
  ],
  creative: [
    [4, 'poema*|cuéntame un|cuento|eslogan|canción|historia de|poesía|cuentos'],
    [3, 'inventa|imagina|chiste|historia|letra de|novela'],
  ],
  small: [[4, 'hola|gracias|qué tal|buenos días|buenas noches|buenas tardes|adiós|muchas gracias']],
  quick: [
    [4, 'capital de|quién pintó|quién escribió|cuántos años|quién es|en qué año|quién inventó|quién'],
    [3, 'cuántos|cuántas|cuándo|cuál es la capital|dónde está'],
    [2, 'cuál es'],
    [-4, 'cuál es la probabilidad|cuál es la diferencia'],
  ],
  long: [[2, 'resume|resumen|resumir|este informe|este documento|este contrato|este texto']],
  general: [
    [2, 'explícame|qué debo|cómo puedo|consejos|recomienda*|ventajas|tener en cuenta'],
    [1, 'cómo|por qué|explica|funciona|mejorar'],
  ],
  follow: [
    [3, 'ahora|otro|otra|más corto|más largo|continúa|sigue|y en|y si|de nuevo'],
    [2, 'y|por favor|por qué|más'],
  ],
  turn: [[5, 'otra cosa|por cierto|otra pregunta|cambiando de tema']],
};
