/** Cues of mathematics, of logic and of amounts to be worked out. Format: all-cues.ts. */
export const REASONING = `
does it follow|who tells the truth|is lying|are lying|tells the truth|what follows|painters|pintores
malermeister|workers need|cuánto tardan|cuántos tardan|combien de temps mettent|wie lange brauchen
quanto tempo levam|quanto impiegano|who is telling|all of our|some of them|none of the|at least one of
exactly one|dose*|mg per kg|drip rate|mixture of|dilut*|concentration of|how many different
what are the odds|odds of|chance of getting|at random|without replacement|with replacement|coin flip*
truth table|syllogism|fallacy|valid argument|logically|if and only if|contrapositive
necessary and sufficient|liar|word problem|algebra problem|geometry problem|physics problem
chemistry problem|maths problem|math problem|homework problem|balance the equation|molar mass|moles of
half life|free fall|kinetic energy|newton s|ohm s law|resistors|capacitor*|river crossing|which door
which switch|who is lying|sudoku|game theory|nash equilibrium|optimal strategy|solve|simplif*|integrate
differentiate|factor|converge*|diverge*|inequalit*|quadratic|cubic|slope|intercept|matrix|meet each other
catch up with|working together|fill a tank|years older|twice as old|as old as|left over|per hour|per year
break even|compound*|amorti*|net present value|annual rate|interest rate of|after tax|pay back|half as
three times as|bewijs|vergelijking|kans dat|stap voor stap|afgeleide|oplossen|stelling|udowodnij|równani*
rozwiąż|prawdopodobieństw*|pochodn*|całk*|krok po kroku|twierdzen*|denklem*|ispatla|olasılı*|türev*
adım adım|bereken|driehoek|wortel|procent|oblicz|trójkąt*|pierwiast*|hesapla*|üçgen*|kaç farklı|yüzde
primfaktor*|primzahl*|zerlege|welcher wochentag|bruchteil|prime factor*|facteurs premiers|factores primos
factor the|factorise|factorize|divisible|integers|weighings|counterfeit|how likely|likelihood
monthly payment|compound interest|always lies|always tells the truth|what can we conclude|knights and knaves
derivative|antiderivative|determinant|eigenvector*|modulo|remainder when|greatest common|least common
factorial|expected value|variance|binomial|regression|hypothesis test|confidence interval|combinatorics
share a birthday|volume of|area of|perimeter|circumference|hypotenuse|radius|diameter|velocity|acceleration
momentum|vector*|loan|mortgage rate|discount|weighs|climbs|fill the tank|puzzle|paradox|conclude|deduce
infer|contradiction|how long until|what is the sum|sum of|product of|average speed|ratio|proportion
fraction*|percentage|plus|volumen|kegel|zylinder|umfang|flächeninhalt|arbeiter brauchen|dreisatz|zinsen
prozent|bruch|vereinfache|volume|rayon|périmètre|aire du|se remplit|en combien de temps|pourcentage
nombres entiers|factoriza|radio|perímetro|descuento|porcentaje|cuánto tarda|cuántas formas|fracción|interés
fatore|fatora|desconto|porcentagem|quanto custava|juros|quantas maneiras|fração|média de|semplifica|scomponi
sconto|percentuale|log in base|quanto fa|interesse|frazione|quanti modi|perimetro|рукопожати*|упрости*|объём
площад*|процент*|скорост*|сколько способов|дроб*|найди все|делится|математик*|鸡兔|各几|整数|求出|面积|体积|速度|百分|利息|排列
组合|分数|余数|整数の|公式|面積|体積|速さ|割合|導いて|場合の数|경우의 수|넓이|부피|속력|퍼센트|이자|정수|구하시오|구해|논리|مجموع|مساحة|حجم|نسبة|العددان|عددين
क्षेत्रफल|प्रतिशत|औसत|ब्याज|योग|step by step|prove|prove it|prove that|by induction|show your working
show your reasoning|derivative of|solve for|eigenvalue*|integral|standard deviation|bayes*|monty hall
is this argument valid|probability|equation*|derive|theorem|proof|irrational|prime number|calculus
permutation*|combinations|how many ways|in how many|how long does it|logic puzzle|riddle|differential
logarithm*|polynomial|the limit of|limit of|solve the|at what time|when do they|therefore|twice as
what strategy|what is the chance|are all|beweis*|ableitung|wahrscheinlichkeit|schritt für schritt|gleichung*
berechne|rechne|wurzel|löse die|wann holt|würfel*|satz des|démontre*|équation*|probabilité*|dérivée
étape par étape|théorème|intégrale|prouve|résous|calcule|racine carrée|raisonnement|différentielle|ecuación*
ecuacion*|demuestra|probabilidad*|derivada|paso a paso|teorema|resuelve|calcula|raíz cuadrada|equação*
demonstre|prove que|passo a passo|resolva|raiz quadrada|equazione|equazioni|dimostra|probabilità|derivata
passo dopo passo|integrale|sistema x|risolvi|calcola|radice di|irrazionale|radice quadrata|докажи*|уравнени*
вероятност*|производн*|теорем*|интеграл*|шаг за шагом|пошагово|реши|вычисли*|предел|решите|рассчитай|корень
证明|方程|概率|积分|导数|求解|根号|矩阵|定理|方程式|確率|証明|積分|微分|解いて|방정식|확률|증명|적분|미분|정리를|풀어줘|내각|计算|步骤|計算|추론|계산|معادلة|المعادلة
احتمال|برهن|أثبت|مشتقة|تكامل|مبرهنة|समीकरण|हल करो|प्रायिकता|सिद्ध|अवकलन|समाकलन|प्रमेय|احسب|خطوة بخطوة|गणना`;
