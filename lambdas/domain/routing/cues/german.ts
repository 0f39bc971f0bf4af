/** Cues in German. Format: cue-format.ts. */
import type { CueTable } from './cue-format.ts';

export const GERMAN: CueTable = {
  code: [
    [3, 'refaktor*|kompilier*|quellcode|diesen code|programmier*|datenbank*|skript|schnittstelle'],
    [2, 'funktion|code|branch|klasse|schleife|methode|app|fehlermeldung|abfrage|variable'],
    [1, 'zeile|fehler|liste'],
  ],
  reasoning: [
    [4, 'beweise|beweis*|ableitung|wahrscheinlichkeit|schritt für schritt|gleichung*|primzahlen'],
    [3, 'berechne|rechne|integral|wurzel|löse die|wann holt|würfel*|satz des'],
    [2, 'löse|summe|km h|winkel|dreieck|logik*|mathe*|wie viele möglichkeiten|zug'],
  ],
  language: [
    [5, 'übersetze|wie sagt man|was heißt|übersetzung|heißt es'],
    [4, 'rechtschreibung|grammatik|korrigiere|englische wort|bedeutet das wort|konjugier*|synonym*'],
    [
      3,
      'übersetz*|ins englische|ins deutsche|auf spanisch|auf englisch|auf französisch|auf deutsch|auf polnisch',
    ],
    [2, 'bedeutet|wort|aussprache|auf italienisch|auf japanisch'],
  ],
  creative: [
    [4, 'gedicht|geschichte über|gutenachtgeschichte|kurzgeschichte|märchen|werbespruch|liedtext|gedichte'],
    [3, 'erfinde|erfind|erzähl|reim|reime|witz|geschichte|slogan|roman'],
    [2, 'verfasse|lustigen|fantasie|schreib ein'],
  ],
  small: [
    [
      4,
      'hallo|guten morgen|guten abend|wie geht es dir|wie geht s|danke|danke dir|vielen dank|tschüss|servus',
    ],
  ],
  quick: [
    [
      4,
      'hauptstadt von|wie hoch ist|wie alt ist|wann wurde|wer hat|wer war|wie weit ist|einwohner*|hauptstadt',
    ],
    [3, 'wer ist|wann war|wie viele|wie groß ist|wie lang ist|in welchem jahr'],
    [2, 'was ist die|was ist der|geboren|wo liegt'],
    [-4, 'wie groß ist die wahrscheinlichkeit'],
  ],
  long: [[2, 'fasse|zusammen|zusammenfassung|diesen bericht|protokoll|diesem text']],
  general: [
    [2, 'was muss ich|wie kann ich|was soll ich|vor und nachteile|erkläre mir|empfiehl|tipps|plane'],
    [1, 'erkläre|wie funktioniert|welche|warum|rat|bereite ich'],
  ],
  follow: [
    [3, 'und jetzt|kürzer|länger|noch einmal|nochmal|weiter|und wenn|und auf|noch ein*|anders|und wie'],
    [2, 'und|bitte|warum|das|es|jetzt'],
  ],
  turn: [[5, 'etwas anderes|anderes thema|übrigens|neue frage']],
};
