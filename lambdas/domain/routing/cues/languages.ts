/** Cues about languages: their names, and requests such as translation. Format: cue-format.ts. */
import type { CueTable } from './cue-format.ts';

export const LANGUAGES: CueTable = {
  language: [
    [
      4,
      'the french for|the german for|the spanish for|the italian for|the japanese for|переводится|перевести|heißt auf',
    ],
    [
      2,
      'english|french|german|spanish|italian|portuguese|dutch|swedish|finnish|danish|norwegian|polish|czech|turkish',
    ],
    [
      2,
      'russian|ukrainian|greek|hebrew|arabic|hindi|japanese|chinese|mandarin|cantonese|korean|vietnamese|thai|latin',
    ],
    [
      2,
      'in dutch|in swedish|in finnish|in turkish|in polish|in greek|in hebrew|in vietnamese|in latin|in hindi|in arabic',
    ],
    [
      3,
      'native speaker|native speakers|sound natural|sound right|sounds right|is it correct to|way of saying|way to say',
    ],
    [
      3,
      'comma|commas|apostrophe*|plural of|plural|punctuation|capitalis*|etymolog*|origin of the word|slang|dialect',
    ],
    [
      3,
      'affect and effect|past tense|past participle|present perfect|gerund|adverb*|adjective*|noun|nouns|pronoun*|article',
    ],
    [
      3,
      'accent|loanword|false friend*|phrasal verb*|proverb|saying|expression|colloquial|literally|literal translation',
    ],
    [
      2,
      'der die or das|grammatical|declension|dative|accusative|genitive|nominative|case does|rephrase|reword|wording',
    ],
    [
      3,
      'englisch|auf englisch|französisch|spanisch|zeitform|plural|artikel|mehrzahl|dativ|genitiv|akkusativ|komma',
    ],
    [3, 'redewendung|sprichwort|schreibt man|betonung|vokabeln|groß oder klein|umgangssprachlich|beugung'],
    [
      3,
      'anglais|allemand|espagnol|origine du mot|pluriel|féminin|imparfait|subjonctif|accord du|expression|étymologie',
    ],
    [
      3,
      'littéral|synonyme|on écrit|s écrit|accent aigu|prononce|alemán|inglés|francés|se escribe|plural de|subjuntivo',
    ],
    [
      3,
      'pretérito|acento|tilde|refrán|pronuncia*|inglês|francês|português|se escreve|plural de|revisar o|acentuação',
    ],
    [
      3,
      'crase|plurale|congiuntivo|accento|inglese|tedesco|francese|spagnolo|pronuncia|si scrive|modo di dire',
    ],
    [
      3,
      'ударение|слове|склонен*|падеж*|множественное число|английск*|немецк*|французск*|испанск*|происхождение слова',
    ],
    [3, 'пословиц*|фразеологизм*|как пишется|как правильно|запятая|запятые'],
    [
      4,
      '成语|拼音|英语|法语|德语|日语|造句|近义词|反义词|量词|病句|の違い|英語|敬語|漢字|読み方|助詞|言い換え',
    ],
    [
      4,
      '영어|일본어|띄어쓰기|맞춤법|구분해|높임말|어원|존댓말|표현|بالإنجليزية|في الإنجليزية|بالفرنسية|بالعربية|إعراب',
    ],
    [4, 'हिंदी में|अंग्रेज़ी में|अंग्रेज़ी|का अर्थ|कैसे कहेंगे|विलोम|मुहावरे|वाक्य'],
    [
      -3,
      'french fries|german shepherd|greek yogurt|polish my|spanish civil war|chinese food|in english history',
    ],
  ],
};
