/** Cues in Dutch, Polish and Turkish. Format: cue-format.ts. */
import type { CueTable } from './cue-format.ts';

export const DUTCH_POLISH_TURKISH: CueTable = {
  code: [
    [4, 'mijn code|deze code|schrijf een functie|schrijf een script|compileert niet|foutmelding in|een lus'],
    [
      3,
      'functie|programma*|broncode|databank|mój kod|ten kod|napisz funkcję|napisz skrypt|baza danych|bazy danych',
    ],
    [3, 'funkcj*|programow*|pętl*|tablic*|zapytanie sql|kompil*|błąd w|fonksiyon*|kodum*|bu kod|veritabanı*'],
    [3, 'programla*|döngü*|betik|derle*|yazılım*|hata veriyor|kod yaz'],
    [-3, 'postcode|kod pocztowy|posta kodu|tv programma'],
  ],
  reasoning: [
    [4, 'bewijs|vergelijking|kans dat|stap voor stap|afgeleide|oplossen|stelling|udowodnij|równani*|rozwiąż'],
    [
      4,
      'prawdopodobieństw*|pochodn*|całk*|krok po kroku|twierdzen*|denklem*|ispatla|olasılı*|türev*|adım adım',
    ],
    [3, 'bereken|driehoek|wortel|procent|oblicz|trójkąt*|pierwiast*|hesapla*|üçgen*|kaç farklı|yüzde'],
  ],
  language: [
    [
      5,
      'vertaal|vertaling|hoe zeg je|przetłumacz|tłumaczenie|jak powiedzieć|jak się mówi|çevir*|nasıl denir|nasıl söylenir',
    ],
    [
      4,
      'grammatica|synoniem|wat betekent|spelling|gramatyk*|synonim*|co znaczy|co oznacza|odmiana|ne demek|eş anlam*',
    ],
    [
      3,
      'in het engels|in het nederlands|in het frans|in het duits|po angielsku|po polsku|po niemiecku|po francusku',
    ],
    [3, 'ingilizce*|almanca*|fransızca*|türkçe*|dilbilgisi|cümle*|popraw błędy|verbeter mijn'],
  ],
  creative: [
    [
      4,
      'gedicht|sinterklaasgedicht|verhaal over|sprookje|liedje|grap|wiersz*|opowiadani*|bajk*|piosenk*|żart|rymowank*',
    ],
    [4, 'şiir*|hikaye*|masal*|şarkı sözü|fıkra*|slogan bul|isim bul|verzin|wymyśl'],
    [2, 'bedenk|namen voor|imię dla|nazwa dla|isim öner*'],
  ],
  small: [
    [
      4,
      'hallo|hoi|goedemorgen|goedenavond|dank je|dankjewel|bedankt|doei|cześć|dzień dobry|dobry wieczór|dzięki|dziękuję',
    ],
    [
      4,
      'dobranoc|merhaba|selam|günaydın|iyi akşamlar|iyi geceler|teşekkür*|sağ ol|nasılsın|hoe gaat het|co słychać',
    ],
  ],
  quick: [
    [
      4,
      'hoofdstad van|wie schreef|wie was|hoe oud|hoe hoog|in welk jaar|hoeveel inwoners|stolica|kto napisał|ile lat',
    ],
    [
      4,
      'w którym roku|kim był|kim była|ile mieszkańców|başkenti|kim yazdı|kaç yaşında|hangi yıl|kimdir|nüfusu|nerede|kaç',
    ],
    [3, 'wie heeft|wanneer|waar ligt|kto|kiedy|gdzie|ne zaman|kim|hoeveel'],
  ],
  long: [[2, 'vat samen|samenvatting|streść|streszczenie|podsumuj|özetle|özet']],
  general: [
    [
      2,
      'hoe kan ik|tips|leg uit|raad me|voordelen en nadelen|jak mogę|wyjaśnij|porad*|poleć|wady i zalety|nasıl yapılır',
    ],
    [2, 'öner*|tavsiye*|açıkla|artıları|waarom|dlaczego|neden|recept|przepis|tarif*'],
    [1, 'hoe|jak|nasıl'],
  ],
  follow: [
    [
      3,
      'en nu|korter|nog een|ga door|en als|a teraz|krócej|jeszcze jed*|dalej|a jeśli|şimdi|daha kısa|bir tane daha|devam',
    ],
    [2, 'i|en|ve|peki|a w|proszę|lütfen|alsjeblieft'],
  ],
  turn: [
    [5, 'iets anders|trouwens|andere vraag|z innej beczki|przy okazji|inne pytanie|başka bir soru|bu arada'],
  ],
};
