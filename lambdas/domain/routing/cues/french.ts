import type { CueTable } from './types.ts';

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
