/** Cues of mathematics, logic and word problems. Format: cue-format.ts. */
import type { CueTable } from './cue-format.ts';

export const MATHS: CueTable = {
  reasoning: [
    [
      4,
      'primfaktor*|primzahl*|zerlege|welcher wochentag|bruchteil|prime factor*|facteurs premiers|factores primos',
    ],
    [
      4,
      'simplify|factor the|factorise|factorize|divisible|integers|weighings|counterfeit|how likely|likelihood',
    ],
    [
      4,
      'monthly payment|compound interest|always lies|always tells the truth|what can we conclude|knights and knaves',
    ],
    [
      4,
      'derivative|antiderivative|determinant|eigenvector*|modulo|remainder when|greatest common|least common|factorial',
    ],
    [
      4,
      'expected value|variance|binomial|regression|hypothesis test|confidence interval|combinatorics|share a birthday',
    ],
    [
      3,
      'volume of|area of|perimeter|circumference|hypotenuse|radius|diameter|velocity|acceleration|momentum|vector*',
    ],
    [
      3,
      'loan|mortgage rate|discount|weighs|climbs|fill the tank|puzzle|paradox|conclude|deduce|infer|contradiction',
    ],
    [
      3,
      'how long until|what is the sum|sum of|product of|average speed|ratio|proportion|fraction*|percentage|plus',
    ],
    [
      3,
      'volumen|kegel|zylinder|radius|umfang|flächeninhalt|arbeiter brauchen|dreisatz|zinsen|prozent|bruch|vereinfache',
    ],
    [
      3,
      'volume|rayon|périmètre|aire du|se remplit|en combien de temps|pourcentage|simplifie|factorise|fraction|nombres entiers',
    ],
    [
      3,
      'factoriza|simplifica|volumen|radio|perímetro|descuento|porcentaje|cuánto tarda|cuántas formas|fracción|interés',
    ],
    [
      3,
      'fatore|fatora|simplifique|desconto|porcentagem|quanto custava|perímetro|juros|quantas maneiras|fração|média de',
    ],
    [
      3,
      'semplifica|scomponi|volume|sconto|percentuale|log in base|quanto fa|interesse|frazione|quanti modi|perimetro',
    ],
    [
      3,
      'рукопожати*|упрости*|объём|площад*|процент*|скорост*|сколько способов|дроб*|найди все|делится|математик*',
    ],
    [
      4,
      '鸡兔|各几|整数|求出|面积|体积|速度|百分|利息|排列|组合|分数|余数|整数の|公式|面積|体積|速さ|割合|導いて|場合の数',
    ],
    [
      4,
      '경우의 수|넓이|부피|속력|퍼센트|이자|정수|구하시오|구해|논리|مجموع|مساحة|حجم|نسبة|العددان|عددين|क्षेत्रफल|प्रतिशत|औसत|ब्याज|योग',
    ],
    [-3, 'average day|work out at|sum up|area code|volume of my|radius of action'],
  ],
};
