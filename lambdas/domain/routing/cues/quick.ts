/** Cues of questions about facts, which have short answers. Format: all-cues.ts. */
export const QUICK = `
how many calories|how many ounces|how many grams|how many feet|how many cups|how many weeks|how many states
how many countries|whats the capital|what time is it|what s the date|whats the date|who s the|whos the
phone number for|opening hours|stand for|what does nasa|acronym|abbreviation for|freezing point
melting point|distance between|distance from|birthday of|age of|net worth|is it safe to eat|can dogs eat
can cats eat|how long to boil|how long do you boil|what temp*|when is easter|when do clocks|hoofdstad van
wie schreef|wie was|hoe oud|hoe hoog|in welk jaar|hoeveel inwoners|stolica|kto napisał|ile lat|w którym roku
kim był|kim była|ile mieszkańców|başkenti|kim yazdı|kaç yaşında|hangi yıl|kimdir|nüfusu|nerede|kaç|wie heeft
wanneer|waar ligt|kto|kiedy|gdzie|ne zaman|kim|hoeveel|最大|最小|最深|最快|最多|哪个|哪一个|最も|一番|가장|أكبر|أطول|सबसे|tallest
deepest|heaviest|smallest|highest|leap year|chemical symbol|speed of light|how many bones|who sang
who directed|who founded|who played|who is the|who discovered|what color|what colour|when does|where was
born in|who|most moons|atomic number|national anthem|flag of|how deep|how fast|how heavy|how big
is it sunday|what date|wer hat|wer war|wer ist|wie viele einwohner|in welcher|welcher tag|seit wann|wie tief
wie schnell|wer|qui|quel jour|quelle heure|quelle est la hauteur|combien|en quelle|où est|qui a|quand|quién
cuándo|cuántos jugadores|en qué|qué día|quién ganó|quién descubrió|dónde|quem|quem descobriu|que dia
quem ganhou|qual a|onde|chi|chi ha|chi ha vinto|dove|in che|chi era|кто|когда|где|какой город|кто написал
какого года|сколько|谁|多长|多高|多大|多少|哪年|几个|哪个国家|什么时候|だれ|誰が|いつ|どこ|何人|いくつ|何個|누구|언제|어디|몇 명|몇 개|얼마나|كم|من الذي|أين
متى|किस|कहाँ|कितना|कितनी|capital of|how tall|how high|how old|who wrote|who won|who invented|who painted
what year|population of|boiling point|time zone|what currency|square root of|in km|in miles|in celsius
who was|when did|when was|how far is|who is|longest river|country code|zip code|how long can|which country
largest|how many|when is|what day|fastest|oldest|president of|are in a|what time|hauptstadt von|wie hoch ist
wie alt ist|wann wurde|wie weit ist|einwohner*|hauptstadt|wann war|wie viele|wie groß ist|wie lang ist
in welchem jahr|capitale|capitale du|quelle est la capitale|qui a écrit|qui a peint|quel âge|en quelle année
combien de|quand est|qui est|quelle hauteur|où se trouve|capital de|quién pintó|quién escribió|cuántos años
quién es|en qué año|quién inventó|cuántos|cuántas|cuál es la capital|dónde está|capital da|capital do
quem pintou|quem escreveu|em que ano|quem é|quantos anos|quantos|quantas|quando|onde fica|capitale della
capitale del|chi ha scritto|chi ha dipinto|in che anno|quanti abitanti|chi è|quanti anni|quanti|quante
dove si trova|quanto è alto|столица|кто изобрёл|в каком году|кто такой|сколько лет|какая высота
где находится|首都|哪里|多少人|哪一年|谁是|最高|最长|是谁|何年|誰です|どこです|수도|몇 년|राष्ट्रीय|कौन सा|कौन सी|ما هو|ما هي|عاصمة|من كتب
كم عدد|من هو|राजधानी|किसने|कब|कितने|कौन है`;
