import { after } from './labelled.ts';

const PYTHON = 'Write a Python function that reads a csv file and returns the average of a column.';
const REACT = 'How do I build a modal dialog in React?';
const POEM = 'Write a poem about the first snow.';
const STORY = 'Tell me a story about a fox who learns to paint.';
const PROOF = 'Prove that there are infinitely many primes.';
const EQUATION = 'Solve 3x^2 - 12 = 0';
const TRANSLATE = "Translate 'the shop closes at six' into French.";
const TRIP = 'Plan a weekend in Copenhagen for two.';
const CAPITAL = "What's the capital of Norway?";

/** Messages whose need shows only from the chat, and messages in a chat that turn to something else. */
export const FOLLOW_UPS = [
  after('code', 'code', [PYTHON], 'and now in Rust?'),
  after('code', 'code', [PYTHON], 'make it shorter'),
  after('code', 'code', [PYTHON, 'and now in Rust?'], "it doesn't work"),
  after('code', 'code', [PYTHON], 'same but for the median'),
  after('code', 'code', [REACT], 'can you explain line 3?'),
  after('code', 'code', [REACT], 'now with keyboard support please'),
  after('code', 'code', [REACT], 'why?'),
  after('code', 'code', [REACT], 'continue'),
  after('code', 'code', ['Schreibe eine Python-Funktion, die Primzahlen ausgibt.'], 'und jetzt in Go?'),
  after('code', 'code', ['Écris une fonction JavaScript qui trie une liste.'], "plus court s'il te plaît"),
  after('code', 'code', ['Escribe una función en Python que sume dos matrices.'], 'ahora con comentarios'),
  after('code', 'code', ['用Python写一个二分查找'], '改成递归的'),
  after('code', 'code', ['Напиши скрипт на Python для парсинга сайта'], 'а теперь покороче'),
  after('code', 'code', ['Pythonでフィボナッチ数列の関数を書いて'], 'もっと短くして'),
  after('creative', 'creative', [POEM], 'shorter please'),
  after('creative', 'creative', [POEM], 'and now about summer?'),
  after('creative', 'creative', [POEM], 'make it rhyme'),
  after('creative', 'creative', [STORY], 'go on'),
  after('creative', 'creative', [STORY], 'what happens next?'),
  after('creative', 'creative', [STORY], 'give it a sadder ending'),
  after('creative', 'creative', [STORY, 'go on'], 'more'),
  after('creative', 'creative', ['Schreib ein Gedicht über Regen.'], 'kürzer bitte'),
  after('creative', 'creative', ['Écris un conte sur un loup.'], 'continue'),
  after('creative', 'creative', ['Escribe un poema sobre el mar.'], 'otro, por favor'),
  after('creative', 'creative', ['写一首关于月亮的诗'], '再来一首'),
  after('creative', 'creative', ['Напиши стихотворение о море.'], 'ещё одно'),
  after('reasoning', 'reasoning', [PROOF], 'why is the second step allowed?'),
  after('reasoning', 'reasoning', [PROOF], 'is there another way?'),
  after('reasoning', 'reasoning', [EQUATION], 'and with 27 instead of 12?'),
  after('reasoning', 'reasoning', [EQUATION], 'explain that step again'),
  after('reasoning', 'reasoning', [EQUATION], 'are you sure?'),
  after('reasoning', 'reasoning', ['Löse die Gleichung 5x - 3 = 12.'], 'und wenn es 17 wäre?'),
  after('reasoning', 'reasoning', ['Calcule la dérivée de x^3.'], 'pourquoi ?'),
  after('language', 'language', [TRANSLATE], 'and in Dutch?'),
  after('language', 'language', [TRANSLATE], 'more formal please'),
  after('language', 'language', [TRANSLATE], "now 'it opens at nine'"),
  after('language', 'language', ["Wie sagt man 'guten Appetit' auf Polnisch?"], 'und auf Tschechisch?'),
  after('language', 'language', ['Traduce al inglés: Me duele la cabeza.'], '¿y en alemán?'),
  after('language', 'language', ["把'我爱你'翻译成法语"], '那德语呢?'),
  after('general', 'general', [TRIP], 'and if it rains?'),
  after('general', 'general', [TRIP], 'cheaper please'),
  after('general', 'general', [TRIP], 'can you add a museum on Sunday?'),
  after('general', 'general', ['Wie bereite ich mich auf einen Marathon vor?'], 'und wie lange dauert das?'),
  after('general', 'general', ['How does a heat pump work?'], 'tell me more'),
  after('quick', 'quick', [CAPITAL], 'and of Finland?'),
  after('quick', 'quick', [CAPITAL], 'and Sweden?'),
  after('quick', 'code', [PYTHON], 'thank you!'),
  after('quick', 'reasoning', [PROOF], 'thanks, got it'),
  after('quick', 'creative', ['Schreib ein Gedicht über Regen.'], 'danke!'),
  after('code', 'creative', [POEM], 'Write a JavaScript function that counts its syllables.'),
  after('creative', 'code', [REACT], 'Write a haiku about my struggle with modals.'),
  after('language', 'creative', [POEM], 'translate it into Spanish'),
  after('language', 'code', [PYTHON], "By the way, how do you say 'average' in German?"),
  after('reasoning', 'general', [TRIP], 'Solve for x: 4x - 9 = 23'),
  after('creative', 'reasoning', [EQUATION], 'Enough maths. Tell me a story about a snail.'),
  after('general', 'code', [REACT], 'Something else: what should I cook for six guests tonight?'),
];
