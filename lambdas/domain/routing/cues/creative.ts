/** Cues of stories, poems, songs, jokes, slogans, names and role play. Format: all-cues.ts. */
export const CREATIVE = `
you are a grumpy|usernames|user names|as if the|as though the|from the point of view|from the perspective of
i just walked|you are a|you re a|go|innkeeper|tavern|grumpy|describe a|describe the sea|hashtags|band called
title for|mascot|puns about|write a poem|write me a poem|write a story|write me a story|write a song
write me a song|write a scene|write a rap|make a poem|birthday poem|love poem|birthday message|wedding vows
vows|roast me|roast my|clickbait|instagram caption|caption for|bio for my|name ideas|names for|name my
what should i name|nickname*|domain name ideas|brand name|business name*|product name|cat names|tell me a
make me laugh|joke about|dad joke*|knock knock|funny story|scary story|bedtime|once upon|fan fic|fanfic|lore
pretend you|pretend to|act like|talk like|speak like|in the voice of|as shakespeare|like a pirate|poetic
poetry|rhyming|make it rhyme|verse|haikus|limericks|narrator|protagonist|antagonist|dystopia*|steampunk
sci fi|write an ad|ad copy|ad for|commercial for|billboard|elevator pitch for|movie idea|game idea
character named|world where|gedicht|sinterklaasgedicht|verhaal over|sprookje|liedje|grap|wiersz*|opowiadani*
bajk*|piosenk*|żart|rymowank*|şiir*|hikaye*|masal*|şarkı sözü|fıkra*|slogan bul|isim bul|verzin|wymyśl|パロディ
ジョーク|ファンタジー|ストーリー|エッセイ|セリフ|漫才|替え歌|동요|패러디|段子|相声|童谣|letter from a|letter from my|breakup letter
break up letter|spruch|sprüche|glückwunsch|toast auf|dedicatoria|ode|verses|rap|ghost story|backstory|sitcom
screenplay|thriller|fable|parody|satire|acrostic|epigram|diary entry|role play|roleplay|pick up line
pickup line|stand up|sketch comedy|fan fiction|short film|first line for|opening line|opening scene|plot for
plot idea*|world building|worldbuilding|campfire|pitch me|a name for|think of a name|names for my|band name
team name|d d|dungeon master|a toast|best man speech|eulogy|nursery rhyme|lullaby|jingle|motto|catchphrase
pun|puns|riddles for|metaphor for|alien|wizard|pretend|act as|superhero|mermaid|unicorn|robot who|cat who
dog who|haunted|kingdom|prophecy|write a letter from|trinkspruch|vers|ballade|krimi|fabel|hörspiel|drehbuch
liebesbrief|schlaflied|denk dir|namen für meine|namen für mein|name für|wortspiel*|parodie|dialog zwischen
rede für|geburtstagsgruß|rätselgeschichte|acrostiche|slogan|berceuse|roman|scénario|sketch
discours de mariage|nom pour|imagine une|dialogue entre|rima|fábula|oda|acróstico|guion|nana|brindis
monólogo|diálogo entre|nombre para|trabalenguas|adivinanza|roteiro|nome para|paródia|canção de ninar|cordel
literatura de|monologo|filastrocca|sceneggiatura|ninna nanna|acrostico|dialogo tra|nome per|brindisi|parodia
тост|сочини*|частушк*|басн*|сценари*|диалог между|назван* для|колыбельн*|поздравлени*|рифм*|монолог|рэп|编一个
编个|续写|剧本|对联|绕口令|散文|祝福语|写一封情书|起个名字|取名|小説|短歌|川柳|脚本|台本|お話|名前を考えて|소설|단편|시나리오|삼행시|자장가|이름을 지어|대본|랩|حوارا|خيالي
رواية|سيناريو|خاطرة|قصيدة|नाटक|लोरी|शायरी|संवाद|poem about|story about|song about|haiku|limerick|sonnet
song lyrics|bedtime story|fairy tale|short story|tell me a story|story in which|a poem|slogans|tagline*
plot twist|a rap about|love letter|ballad|continue this story|wedding speech|role playing|monologue
detective novel|make up a|tell me a joke|poem|story|lyrics|fantasy|villain|novel|invent|imagine|brainstorm
come up with|creative|compose|fiction|a dialogue between|short scene|fictional|you are a pirate
children s story|in the style of|as if you were|geschichte über|gutenachtgeschichte|kurzgeschichte|märchen
werbespruch|liedtext|gedichte|erfinde|erfind|erzähl|reim|reime|witz|geschichte|poème*|raconte moi|conte
histoire de|chanson|poésie|histoire pour|invente|blague|histoire|poema*|cuéntame un|cuento|eslogan|canción
historia de|poesía|cuentos|inventa|imagina|chiste|historia|letra de|novela|conte uma história|história sobre
canção|conto|letra de música|história engraçada|piada|história|conte uma|romance|poesia|poesie|favola
racconto|canzone|storia di|immagina|barzelletta|raccontami|storia|romanzo|стихотворени*|сказк*|рассказ о*
слоган*|песн*|стихи|стих|придумай|анекдот|шутк*|историю|расскажи сказку|роман|一首|的诗|故事|写诗|童话|小说|歌词|笑话|口号|俳句
物語|詩を|童話|歌詞|ダジャレ|キャッチコピー|시를 써|동화|이야기를|가사|슬로건|농담|قصة|حكاية|أغنية|شعار|نكتة|कविता|कहानी|गीत|चुटकुला|नारा`;
