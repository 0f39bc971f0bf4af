import type { CueTable } from './types.ts';

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
