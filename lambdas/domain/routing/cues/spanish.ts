import type { CueTable } from './types.ts';

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
