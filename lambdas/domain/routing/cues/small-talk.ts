/** Cues of greetings, thanks, assent and questions about the assistant. Format: all-cues.ts. */
export const SMALL_TALK = `
are you a real|are you real|real person|are you ai|are you alive|do you sleep|are you okay|how old are you
good one|nvm|never mind|yep|nope|nah|yeah|sure|thanks a lot|thanks so much|much appreciated|hi there
hey there|morning|are you there|who are you|are you human|are you a robot|how s it going|how is it going
what can you do|hallo|hoi|goedemorgen|goedenavond|dank je|dankjewel|bedankt|doei|cześć|dzień dobry
dobry wieczór|dzięki|dziękuję|dobranoc|merhaba|selam|günaydın|iyi akşamlar|iyi geceler|teşekkür*|sağ ol
nasılsın|hoe gaat het|co słychać|yo|sup|cheers|howdy|hiya|ta|thank u|ty|good afternoon|np|no worries
sounds good|awesome|alright|yes|no|moin|grüß gott|guten tag|grüezi|tschau|super|alles klar|gute nacht|coucou
d accord|à bientôt|de rien|buenas|vale|hasta luego|de nada|e aí|valeu|até logo|beleza|salve|va bene|a presto
хай|хорошо|ок|спс|до свидания|您好|嗨|多谢|好的|おっす|はじめまして|さようなら|네|반가워|잘 지내|أهلا|صباح|تصبح على خير|हाय|कैसे हो
अलविदा|hi|hello|hey|thanks|thank you|thx|good night|good morning|good evening|lol|how are you|bye|goodbye
cool|got it|ok great|what s up|what s your name|great|nice|ok|okay|you re welcome|haha|perfect|see you
guten morgen|guten abend|wie geht es dir|wie geht s|danke|danke dir|vielen dank|tschüss|servus|bonjour|salut
merci|merci beaucoup|ça va|bonsoir|bonne nuit|au revoir|hola|gracias|qué tal|buenos días|buenas noches
buenas tardes|adiós|muchas gracias|oi|olá|obrigado|obrigada|tudo bem|bom dia|boa noite|boa tarde|tchau|ciao
grazie|come stai|buongiorno|buonanotte|buonasera|arrivederci|grazie mille|привет|здравствуй*|спасибо
доброе утро|добрый день|добрый вечер|спокойной ночи|как дела|пока|你好|谢谢|早上好|晚安|再见|こんにちは|ありがとう|おはよう|こんばんは
おやすみ|안녕|고마워|감사합니다|잘 자|مرحبا|شكرا|السلام عليكم|صباح الخير|مساء الخير|नमस्ते|धन्यवाद|शुक्रिया|सुप्रभात`;
