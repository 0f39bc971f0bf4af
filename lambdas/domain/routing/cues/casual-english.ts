/** Cues in casual English, as people type it in a chat. Format: cue-format.ts. */
import type { CueTable } from './cue-format.ts';

export const CASUAL_ENGLISH: CueTable = {
  code: [
    [
      4,
      'mongodb|mongoose|paginate|pagination|dataframe|list of dicts|list comprehension|sort the list|nested loop|sorted by key',
    ],
    [
      4,
      'отсортировать список|список словарей|словарь|сортировк*|liste trier|trier une liste|liste sortieren|ordenar una lista|ordenar lista',
    ],
    [
      4,
      'in column|column a|cell a1|cells in|liquid template*|shopify|wix|squarespace|checkout page|turtle|scratch project|in js',
    ],
    [
      4,
      'checks a folder|watch a folder|watches a folder|mails me|emails me when|every 5 minutes|rename all|task scheduler|power automate',
    ],
    [
      3,
      'contact form|input field|phone number field|web page|webpage|home page|add a button|pop up|popup|captcha|log in page|login page',
    ],
    [
      3,
      'mi consulta|la consulta|millón de filas|índice|la tabla|小程序|登录页面|验证码|网页|插件|爬虫|公式|ma requête|la requête|meine abfrage',
    ],
    [
      4,
      'excel|spreadsheet|countif|sumif|index match|xlookup|conditional formatting|google script|apps script|power query',
    ],
    [
      4,
      'bash script|shell script|one liner|command to|linux command|batch file|regex for|regular expression*|cron job|dotfiles',
    ],
    [
      4,
      'git push|git pull|git merge|git commit|git stash|merge conflict*|force push|detached head|gitignore|cherry pick',
    ],
    [
      4,
      'foreign key|primary key|left join|inner join|group by|stored procedure|sql injection|normalize the|query optimi*|n 1',
    ],
    [
      4,
      'stack overflow|memory leak|off by one|race condition|null check|undefined is not|is not a function|is not defined',
    ],
    [
      4,
      'big o|binary search|binary tree|hash table|hash map|sorting algorithm|bubble sort|quicksort|leetcode|dynamic programming',
    ],
    [
      4,
      'raspberry pi|discord bot|telegram bot|chrome extension|web scraper|scraping|scrape|selenium|playwright|puppeteer',
    ],
    [
      4,
      'login form|landing page in|navbar|dropdown|center a div|z index|css grid|dark mode toggle|sticky header|hover effect',
    ],
    [
      3,
      'html|css|js|ts|py|cpp|npm|yarn|pnpm|venv|conda|env|repo|repos|ci|cd|vpn config|ssl|dns|subnet|firewall rule*',
    ],
    [
      3,
      'my program|my script|my function|my app|my query|my website|my build|my tests|my server|this script|this error',
    ],
    [
      3,
      'won t compile|doesn t compile|throws|stack trace|exception|null|type safe|lint|snippet|source file|unit testing',
    ],
    [
      2,
      'parse|parser|parsing|validate|sort a|iterate|convert a|rename files|loop through|read a file|write a program|automate',
    ],
    [
      -3,
      'python as a|pet python|snake|java island|coffee|css of|jungle|rust on my|remove rust|cookie recipe|excel at|excel in my',
    ],
    [-3, 'joke about|poem about|story about|song about|limerick about|recursion joke'],
  ],
  reasoning: [
    [
      4,
      'does it follow|who tells the truth|is lying|are lying|tells the truth|what follows|painters|pintores|malermeister|workers need',
    ],
    [
      4,
      'cuánto tardan|cuántos tardan|combien de temps mettent|wie lange brauchen|quanto tempo levam|quanto impiegano|who is telling',
    ],
    [
      3,
      'all of our|some of them|none of the|at least one of|exactly one|dose*|mg per kg|drip rate|mixture of|dilut*|concentration of',
    ],
    [
      4,
      'how many different|what are the odds|odds of|chance of getting|at random|without replacement|with replacement|coin flip*',
    ],
    [
      4,
      'truth table|syllogism|fallacy|valid argument|logically|if and only if|contrapositive|necessary and sufficient|liar',
    ],
    [
      4,
      'word problem|algebra problem|geometry problem|physics problem|chemistry problem|maths problem|math problem|homework problem',
    ],
    [
      4,
      'balance the equation|molar mass|moles of|half life|free fall|kinetic energy|newton s|ohm s law|resistors|capacitor*',
    ],
    [
      4,
      'river crossing|which door|which switch|who is lying|sudoku|game theory|nash equilibrium|optimal strategy',
    ],
    [
      3,
      'solve|simplif*|integrate|differentiate|factor|converge*|diverge*|inequalit*|quadratic|cubic|slope|intercept|matrix',
    ],
    [
      3,
      'meet each other|catch up with|working together|fill a tank|years older|twice as old|as old as|left over|per hour|per year',
    ],
    [
      3,
      'break even|compound*|amorti*|net present value|annual rate|interest rate of|after tax|pay back|half as|three times as',
    ],
    [
      2,
      'if a|if x|suppose|assume|given that|let x|find x|value of x|how much will|how much would|how long will|how many days',
    ],
    [-3, 'odds and ends|at any rate|solve crime|prove my identity|prove my income'],
  ],
  language: [
    [
      4,
      'correct this|correct the sentence|correct it|fix this sentence|grammatically|is it grammatical|corrige esto|korrigiere|corrige ce',
    ],
    [
      4,
      'correct the mistakes|correct my|find the mistakes|mistakes in|affect or effect|make this sound|sound less|less rude|nicer way',
    ],
    [
      3,
      'fill in the blank|which is correct|is it spelled|how do you spell|how is it spelled|what does the word|said in|say this in',
    ],
    [
      4,
      'how to say|whats the word|what is the word|another word for|better word for|other words for|word that means|opposite of',
    ],
    [
      4,
      'fix my grammar|fix the grammar|check my grammar|check the grammar|check my spelling|grammar check|is this sentence|typo*',
    ],
    [
      4,
      'sound more|sounds more|more professional|more natural|less formal|more formal|more polite|more concise|rephrase|reword',
    ],
    [
      4,
      'what does the phrase|where does the phrase|where does the word|origin of the phrase|difference between affect|who vs whom',
    ],
    [
      3,
      'who or whom|its or|then or than|fewer or less|less or fewer|lay or lie|hyphen*|oxford comma|semicolon|abbreviat*',
    ],
    [
      3,
      'tranlate|translte|traslate|in welsh|in irish|in tagalog|in ukrainian|in danish|in norwegian|in czech|in hungarian|in swahili',
    ],
    [
      2,
      'pronunciation|tongue|bilingual|fluent|learn spanish|learn german|learn french|learn japanese|british english|american english',
    ],
  ],
  creative: [
    [
      4,
      'you are a grumpy|usernames|user names|as if the|as though the|from the point of view|from the perspective of|i just walked',
    ],
    [
      3,
      'you are a|you re a|go|innkeeper|tavern|grumpy|describe a|describe the sea|hashtags|band called|title for|mascot|puns about',
    ],
    [
      4,
      'write a poem|write me a poem|write a story|write me a story|write a song|write me a song|write a scene|write a rap|make a poem',
    ],
    [
      4,
      'birthday poem|love poem|birthday message|wedding vows|vows|roast me|roast my|clickbait|instagram caption|caption for|bio for my',
    ],
    [
      4,
      'name ideas|names for|name my|what should i name|nickname*|domain name ideas|brand name|business name*|product name|cat names',
    ],
    [
      4,
      'tell me a|make me laugh|joke about|dad joke*|knock knock|funny story|scary story|bedtime|once upon|fan fic|fanfic|lore',
    ],
    [4, 'pretend you|pretend to|act like|talk like|speak like|in the voice of|as shakespeare|like a pirate'],
    [
      3,
      'poetic|poetry|rhyming|make it rhyme|verse|haikus|limericks|narrator|protagonist|antagonist|dystopia*|steampunk|sci fi',
    ],
    [
      3,
      'write an ad|ad copy|ad for|commercial for|billboard|elevator pitch for|movie idea|game idea|character named|world where',
    ],
    [
      2,
      'imaginary|magic|ghost|vampire|knight|spaceship|time travel*|detective|monster|fairy|witch|castle|twist',
    ],
    [
      -3,
      'what is a haiku|what is a sonnet|who wrote|when was|meaning of the poem|analyse the poem|analyze the poem|you are a mode',
    ],
  ],
  small: [
    [
      4,
      'are you a real|are you real|real person|are you ai|are you alive|do you sleep|are you okay|how old are you',
    ],
    [
      4,
      'good one|nvm|never mind|yep|nope|nah|yeah|sure|thanks a lot|thanks so much|much appreciated|hi there|hey there|morning',
    ],
    [
      4,
      'are you there|who are you|are you human|are you a robot|how s it going|how is it going|what can you do',
    ],
  ],
  quick: [
    [
      4,
      'how many calories|how many ounces|how many grams|how many feet|how many cups|how many weeks|how many states|how many countries',
    ],
    [
      4,
      'whats the capital|what time is it|what s the date|whats the date|who s the|whos the|phone number for|opening hours|stand for',
    ],
    [
      3,
      'what does nasa|acronym|abbreviation for|freezing point|melting point|distance between|distance from|birthday of|age of|net worth',
    ],
    [
      3,
      'is it safe to eat|can dogs eat|can cats eat|how long to boil|how long do you boil|what temp*|when is easter|when do clocks',
    ],
  ],
  general: [
    [
      3,
      'dovrei andare|mi fa male|j ai mal|tut weh|me duele|dói|болит|疼|痛い|arzt|medico|médecin|médico|krank|knee|back pain|my knee',
    ],
    [
      3,
      'an email to|email to my|message to my|text to my|letter to my|complaint letter|cover letter|resignation|linkedin|my cv|my resume',
    ],
    [
      3,
      'should i|is it worth|is it normal|is it ok to|is it bad|worth it|what would you|how would you|your opinion|thoughts on',
    ],
    [
      3,
      'symptoms|doctor|diet|workout|exercise*|sleep|stress|anxiety|headache|baby|toddler|landlord|tenant|neighbour|neighbor|boss',
    ],
    [
      3,
      'itinerary|days in|travel*|trip|budget for|recipe|cook|dinner|lunch|substitute for|vegetarian|leftover*|gift ideas|gift for',
    ],
    [
      3,
      'visa|tax return|insurance|mortgage|contract with|lease|warranty|refund|interview|job offer|salary|negotiat*|manage my|organi*',
    ],
    [
      2,
      'vs|versus|which one|difference between|why do|why does|what happens if|what happens when|how does a|how do',
    ],
    [
      2,
      'explain like|eli5|in simple terms|simple words|for beginners|beginner|get started|where do i start|learn about|ideas for',
    ],
  ],
  follow: [
    [
      3,
      'why not|and why|show me with|show me how|how come|the other way|the reverse|а наоборот|наоборот|und umgekehrt|et inversement|y al revés',
    ],
    [
      3,
      'same but|same thing|do the same|now do|now make|what about|how about|and for|but with|but in|but for|without the|try again|redo',
    ],
    [
      3,
      'make that|make them|add a|add some|remove the|change the|replace the|use a|in one line|in bullet points|as a table|shorten',
    ],
  ],
};
