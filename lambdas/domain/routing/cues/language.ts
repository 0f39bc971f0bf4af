/** Cues of translation, grammar and vocabulary. Format: all-cues.ts. */
export const LANGUAGE = `
correct this|correct the sentence|correct it|fix this sentence|grammatically|is it grammatical|corrige esto
korrigiere|corrige ce|correct the mistakes|correct my|find the mistakes|mistakes in|affect or effect
make this sound|sound less|less rude|nicer way|fill in the blank|which is correct|is it spelled
how do you spell|how is it spelled|what does the word|said in|say this in|how to say|whats the word
what is the word|another word for|better word for|other words for|word that means|opposite of|fix my grammar
fix the grammar|check my grammar|check the grammar|check my spelling|grammar check|is this sentence|typo*
sound more|sounds more|more professional|more natural|less formal|more formal|more polite|more concise
rephrase|reword|what does the phrase|where does the phrase|where does the word|origin of the phrase
difference between affect|who vs whom|who or whom|its or|then or than|fewer or less|less or fewer|lay or lie
hyphen*|oxford comma|semicolon|abbreviat*|tranlate|translte|traslate|in welsh|in irish|in tagalog
in ukrainian|in danish|in norwegian|in czech|in hungarian|in swahili|vertaal|vertaling|hoe zeg je
przetłumacz|tłumaczenie|jak powiedzieć|jak się mówi|çevir*|nasıl denir|nasıl söylenir|grammatica|synoniem
wat betekent|spelling|gramatyk*|synonim*|co znaczy|co oznacza|odmiana|ne demek|eş anlam*|in het engels
in het nederlands|in het frans|in het duits|po angielsku|po polsku|po niemiecku|po francusku|ingilizce*
almanca*|fransızca*|türkçe*|dilbilgisi|cümle*|popraw błędy|verbeter mijn|the french for|the german for
the spanish for|the italian for|the japanese for|переводится|перевести|heißt auf|native speaker
native speakers|sound natural|sound right|sounds right|is it correct to|way of saying|way to say|comma
commas|apostrophe*|plural of|plural|punctuation|capitalis*|etymolog*|origin of the word|slang|dialect
affect and effect|past tense|past participle|present perfect|gerund|adverb*|adjective*|noun|nouns|pronoun*
article|accent|loanword|false friend*|phrasal verb*|proverb|saying|expression|colloquial|literally
literal translation|englisch|auf englisch|französisch|spanisch|zeitform|artikel|mehrzahl|dativ|genitiv
akkusativ|komma|redewendung|sprichwort|schreibt man|betonung|vokabeln|groß oder klein|umgangssprachlich
beugung|anglais|allemand|espagnol|origine du mot|pluriel|féminin|imparfait|subjonctif|accord du|étymologie
littéral|on écrit|s écrit|accent aigu|prononce|alemán|inglés|francés|se escribe|plural de|subjuntivo
pretérito|acento|tilde|refrán|pronuncia*|inglês|francês|português|se escreve|revisar o|acentuação|crase
plurale|congiuntivo|accento|inglese|tedesco|francese|spagnolo|si scrive|modo di dire|ударение|слове|склонен*
падеж*|множественное число|английск*|немецк*|французск*|испанск*|происхождение слова|пословиц*|фразеологизм*
как пишется|как правильно|запятая|запятые|成语|拼音|英语|法语|德语|日语|造句|近义词|反义词|量词|病句|の違い|英語|敬語|漢字|読み方|助詞|言い換え|영어|일본어
띄어쓰기|맞춤법|구분해|높임말|어원|존댓말|표현|بالإنجليزية|في الإنجليزية|بالفرنسية|بالعربية|إعراب|हिंदी में|अंग्रेज़ी में
अंग्रेज़ी|का अर्थ|कैसे कहेंगे|विलोम|मुहावरे|वाक्य|translation of|how do you say|correct my grammar
correct the grammar|proofread|in english mean|meaning of the word|synonym*|antonym*|pinyin|subjunctive|idiom
mean in english|does the word|word for|useful phrases|preposition*|natural english|grammar|translat*
the verb|particles|singular or plural|vocabulary|in this sentence|formal korean|wie sagt man|was heißt
heißt es|rechtschreibung|grammatik|englische wort|bedeutet das wort|konjugier*|übersetz*|ins englische
ins deutsche|auf spanisch|auf französisch|auf deutsch|auf polnisch|traduis|traduire|traduction|traduisez
comment dit on|corrige les fautes|orthographe|grammaire|conjugue*|que veut dire|que signifie|corrige
en anglais|en allemand|en espagnol|fautes|différence entre savoir|en italien|traduce|traducir|traducción
cómo se dice|como se dice|corrige la ortografía|ortografía|gramática|conjuga*|qué significa|sinónimo*
al inglés|en inglés|en francés|en alemán|al español|al francés|traduza|traduzir|tradução|como se diz
como se escreve|ortografia|o que significa|sinônimo*|corrija|para o inglês|em inglês|em japonês|em francês
em alemão|em espanhol|para inglês|traduci|tradurre|traduzione|come si dice|come si scrive|coniuga
cosa significa|sinonimo|sinonimi|correggi|in inglese|in spagnolo|in tedesco|in francese|in italiano
переведи*|перевод|исправь ошибки|как будет|как сказать|орфограф*|граммати*|синоним*|что значит слово
что означает|произнос*|спряж*|по английски|по немецки|по корейски|по французски|по испански|на английский
на русский|на немецкий|翻译|怎么说|語に翻訳|翻訳|何と言い|번역|뭐라고 해|뭐라고 하|语法|同义词|发音|文法|発音|문법|발음|英語で|用英语|영어로|什么意思|的意思|意味|무슨 뜻
改错|ترجم|ما معنى|كيف أقول|كيف نقول|अनुवाद|में क्या कहते|قواعد اللغة|مرادف|صحح|व्याकरण|का मतलब|अर्थ|पर्यायवाची`;
