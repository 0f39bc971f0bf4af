/** Cues of questions with a short answer, and of greetings. Format: cue-format.ts. */
import type { CueTable } from './cue-format.ts';

export const FACTS_AND_GREETINGS: CueTable = {
  small: [
    [
      4,
      'yo|sup|cheers|howdy|hiya|ta|thank u|ty|good afternoon|np|no worries|sounds good|awesome|alright|yes|no',
    ],
    [
      4,
      'moin|grüß gott|guten tag|grüezi|tschau|super|alles klar|gute nacht|coucou|d accord|à bientôt|de rien',
    ],
    [
      4,
      'buenas|vale|hasta luego|de nada|e aí|valeu|até logo|beleza|salve|va bene|a presto|хай|хорошо|ок|спс|до свидания',
    ],
    [
      4,
      '您好|嗨|多谢|好的|おっす|はじめまして|さようなら|네|반가워|잘 지내|أهلا|صباح|تصبح على خير|हाय|कैसे हो|अलविदा',
    ],
  ],
  quick: [
    [4, '最大|最小|最深|最快|最多|哪个|哪一个|最も|一番|가장|أكبر|أطول|सबसे'],
    [
      4,
      'tallest|deepest|heaviest|smallest|highest|leap year|chemical symbol|speed of light|how many bones|who sang',
    ],
    [
      4,
      'who directed|who founded|who played|who is the|who discovered|what color|what colour|when does|where was|born in',
    ],
    [
      3,
      'who|most moons|atomic number|national anthem|flag of|how deep|how fast|how heavy|how big|is it sunday|what date',
    ],
    [
      3,
      'wer hat|wer war|wer ist|wie viele einwohner|in welcher|welcher tag|seit wann|wie tief|wie schnell|wer',
    ],
    [3, 'qui|quel jour|quelle heure|quelle est la hauteur|combien|en quelle|où est|qui a|quand'],
    [3, 'quién|cuándo|cuántos jugadores|en qué|qué día|quién ganó|quién descubrió|dónde'],
    [3, 'quem|quem descobriu|que dia|quem ganhou|qual a|onde|chi|chi ha|chi ha vinto|dove|in che|chi era'],
    [3, 'кто|когда|где|какой город|кто написал|какого года|сколько'],
    [3, '谁|多长|多高|多大|多少|哪年|几个|哪个国家|什么时候|だれ|誰が|いつ|どこ|何人|いくつ|何個'],
    [3, '누구|언제|어디|몇 명|몇 개|얼마나|كم|من الذي|أين|متى|किस|कहाँ|कितना|कितनी'],
    [
      -3,
      'who should|who can help|when should|where can i|where should|qui peut|wer kann|quand faut il|wo kann ich',
    ],
  ],
};
