/** Cues in English. Format: cue-format.ts. */
import type { CueTable } from './cue-format.ts';

export const ENGLISH: CueTable = {
  code: [
    [4, 'unit test|unit tests|pull request|stack trace|stack overflow|git rebase|segfault|source code'],
    [4, 'borrow checker|rest api|time complexity|database schema|status code|feature branch|red black tree'],
    [3, 'refactor*|debug*|compil*|endpoint*|dependency injection|linked list|lru cache|this code|my code'],
    [3, 'http client|web server|null pointer|type error|syntax error|docker compose|multi stage'],
    [3, 'a function that|this function|a script that|a class that|this class|this query|write code|monorepo'],
    [
      2,
      'code|coding|function|script|class|method|array|loop|bug|bugs|api|query|commit|branch|repo|regex|json',
    ],
    [
      2,
      'app|backend|frontend|schema|mutex|semaphore|idiomatic|implement|crashes|database|server|async|await',
    ],
    [
      2,
      'callback|variable|boolean|string|recursion|recursive|pod|unit|mock|hooks|merge|index|flexbox|div|crash',
    ],
    [
      1,
      'error|errors|library|object|algorithm|implementation|programming|deploy|build|comments|expected|table',
    ],
    [-3, 'zip code|dress code|country code|area code|code of conduct|postal code|building code|morse code'],
    [-3, 'code breaker|school class|first class|string instrument*|programming language c|ball python'],
    [-2, 'algorithm mean|class of|yoga class|movie script|as an actor'],
  ],
  reasoning: [
    [
      4,
      'step by step|prove|prove it|prove that|by induction|show your working|show your reasoning|derivative of',
    ],
    [
      4,
      'solve for|eigenvalue*|integral|standard deviation|bayes*|monty hall|is this argument valid|probability',
    ],
    [
      3,
      'equation*|derive|theorem|proof|irrational|prime number|calculus|permutation*|combinations|how many ways',
    ],
    [
      3,
      'in how many|how long does it|logic puzzle|riddle|differential|logarithm*|polynomial|the limit of|limit of',
    ],
    [
      3,
      'solve the|solve|at what time|when do they|therefore|twice as|what strategy|what is the chance|are all',
    ],
    [
      2,
      'calculate|compute|matrix|formula|dice|triangle|angle|mph|litres|litre|jug|per month|a year for|invest',
    ],
    [
      2,
      'derivative|induction|reasoning|reason|rational|logic|maths|math|algebra|geometry|quadratic|mathemat*',
    ],
    [2, 'how much does|how many such|total|in total|possible|split|each|find the|interest|primes|projectile'],
    [1, 'strategy|how many|how much|how far|degrees|percent|bigger|costs|cost|owns|lives in'],
    [-3, 'dough prove|prove before|proof of the pudding'],
  ],
  language: [
    [5, 'translate|translation of|how do you say|correct my grammar|correct the grammar|proofread|conjugate'],
    [
      4,
      'in english mean|meaning of the word|synonym*|antonym*|pronounced|pronounce|pinyin|subjunctive|idiom',
    ],
    [4, 'mean in english|does the word|word for|useful phrases|preposition*|natural english|grammar'],
    [3, 'translat*|the verb|particles|singular or plural|spelling|vocabulary|in this sentence|formal korean'],
    [
      2,
      'word|sentence|verb|tense|paragraph|phrases|into english|into german|into spanish|into french|to french',
    ],
    [
      2,
      'into japanese|to german|into italian|in italian|in korean|in german|in spanish|in french|in russian',
    ],
    [2, 'in japanese|in mandarin|in chinese|in portuguese|in arabic|in hindi|spanish word|rewrite this in'],
    [1, 'english|french|german|spanish|italian|japanese|chinese|korean|russian|portuguese|mean|correct'],
    [1, 'mandarin|arabic|hindi|dutch|polish|latin|difference between|paraphrase|rewrite'],
    [-4, 'translation service|language models|languages are spoken|english literature|polish the'],
  ],
  creative: [
    [
      4,
      'poem about|story about|song about|haiku|limerick|sonnet|song lyrics|bedtime story|fairy tale|short story',
    ],
    [
      4,
      'tell me a story|story in which|a poem|slogan|slogans|tagline*|plot twist|a rap about|love letter|ballad',
    ],
    [4, 'continue this story|wedding speech|role playing|monologue|detective novel|make up a|tell me a joke'],
    [
      3,
      'poem|story|lyrics|fantasy|villain|novel|invent|imagine|brainstorm|come up with|creative|compose|fiction',
    ],
    [
      3,
      'a dialogue between|short scene|fictional|you are a pirate|children s story|in the style of|as if you were',
    ],
    [
      2,
      'song|rhyme|rhymes|character|scene|funny|titles for|names for|a diary|joke|jokes|let s play|dialogue',
    ],
    [1, 'write a|write the|describe|dragon|pirate|princess|ending'],
    [-4, 'story generator|my poem app|what a poem can|the poem|if a poem|my story|poem into'],
  ],
  small: [
    [
      4,
      'hi|hello|hey|thanks|thank you|thx|good night|good morning|good evening|lol|how are you|bye|goodbye|cool',
    ],
    [4, 'got it|ok great|what s up|what s your name|great|nice|ok|okay|you re welcome|haha|perfect|see you'],
    [-4, 'how do you say|translate'],
  ],
  quick: [
    [
      4,
      'capital of|how tall|how high|how old|who wrote|who won|who invented|who painted|what year|population of',
    ],
    [
      4,
      'boiling point|time zone|what currency|square root of|in km|in miles|in celsius|who was|who discovered',
    ],
    [3, 'when did|when was|how far is|who is|longest river|country code|zip code|how long can|which country'],
    [3, 'tallest|largest|how many|when is|what day|fastest|oldest|president of|are in a|what time'],
    [2, 'what is the|what s the|which is the|where is|released|how long is|who|when|born|what s'],
    [-4, 'how many ways|in how many|how many such|your working|what s the difference|what s the best'],
    [
      -3,
      'what is the best|how many are|what should|difference between|what s the probability|what is the chance',
    ],
  ],
  long: [
    [2, 'summarize|summarise|summary|tl dr|tldr|bullet points|this report|this contract|transcript|minutes'],
    [1, 'the document|this text|these documents|the whole|following pages|clauses|action items|extract'],
  ],
  general: [
    [
      2,
      'how should i|what should i|what can i do|pros and cons|recommend|advice|tips|help me|suggest|advise',
    ],
    [2, 'how can i|plan for|give me feedback|cover letter|an email|benefits and|main causes|what are the'],
    [
      2,
      'what are good|best way|as a pet|how do i care|what documents|meal plan|what should|history of|overview',
    ],
    [1, 'explain|how does|how do i|compare|why|what were|plan|buy|cook|my family|apply|prepare|dough|garden'],
  ],
  follow: [
    [
      3,
      'and now|and in|and with|and of|and if|make it|shorter|longer|go on|continue|more|again|another|same but',
    ],
    [
      3,
      'it doesn t work|are you sure|tell me more|what happens next|that step|explain that|now with|the second',
    ],
    [2, 'and|it|this|that|now|why|cheaper|formal|simpler|instead|explain line|give it|please|next'],
  ],
  turn: [
    [5, 'something else|by the way|new topic|different question|enough|another question|change of topic'],
  ],
};
