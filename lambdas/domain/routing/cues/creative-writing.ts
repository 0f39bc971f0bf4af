/** Cues of creative writing: its kinds, and requests about them. Format: cue-format.ts. */
import type { CueTable } from './cue-format.ts';

export const CREATIVE_WRITING: CueTable = {
  creative: [
    [4, 'パロディ|ジョーク|ファンタジー|ストーリー|エッセイ|セリフ|漫才|替え歌|동요|패러디|段子|相声|童谣'],
    [
      4,
      'letter from a|letter from my|breakup letter|break up letter|spruch|sprüche|glückwunsch|toast auf|dedicatoria',
    ],
    [
      4,
      'ode|verse|verses|rap|ghost story|backstory|sitcom|screenplay|thriller|fable|parody|satire|acrostic|epigram',
    ],
    [
      4,
      'diary entry|role play|roleplay|pick up line|pickup line|stand up|sketch comedy|fan fiction|fanfic|short film',
    ],
    [
      4,
      'first line for|opening line|opening scene|plot for|plot idea*|world building|worldbuilding|campfire|pitch me',
    ],
    [
      4,
      'a name for|think of a name|names for my|band name|team name|d d|dungeon master|a toast|best man speech|eulogy',
    ],
    [
      3,
      'nursery rhyme|lullaby|jingle|motto|catchphrase|pun|puns|riddles for|metaphor for|alien|wizard|pretend|act as',
    ],
    [
      3,
      'superhero|mermaid|unicorn|robot who|cat who|dog who|haunted|kingdom|prophecy|protagonist|write a letter from',
    ],
    [2, 'pitch|tragic|whimsical|dramatic|romantic|magical|script for|chorus|stanza|titles|caption|captions'],
    [
      4,
      'trinkspruch|vers|verse|ode|ballade|krimi|fabel|hörspiel|drehbuch|liebesbrief|schlaflied|rap|denk dir',
    ],
    [
      4,
      'namen für meine|namen für mein|name für|wortspiel*|parodie|dialog zwischen|rede für|geburtstagsgruß|rätselgeschichte',
    ],
    [
      4,
      'acrostiche|rap|slogan|berceuse|fable|ode|roman|scénario|sketch|discours de mariage|nom pour|imagine une|dialogue entre',
    ],
    [
      4,
      'rap|rima|fábula|oda|acróstico|guion|nana|brindis|monólogo|diálogo entre|nombre para|trabalenguas|adivinanza',
    ],
    [
      4,
      'rima|fábula|roteiro|acróstico|monólogo|diálogo entre|nome para|paródia|canção de ninar|cordel|literatura de',
    ],
    [
      4,
      'monologo|rima|filastrocca|sceneggiatura|ninna nanna|acrostico|dialogo tra|nome per|brindisi|parodia',
    ],
    [
      4,
      'тост|сочини*|частушк*|басн*|сценари*|диалог между|назван* для|колыбельн*|поздравлени*|рифм*|монолог|рэп',
    ],
    [
      4,
      '编一个|编个|续写|剧本|对联|绕口令|散文|祝福语|写一封情书|起个名字|取名|小説|短歌|川柳|脚本|台本|お話|名前を考えて',
    ],
    [
      4,
      '소설|단편|시나리오|삼행시|자장가|이름을 지어|대본|랩|حوارا|خيالي|رواية|سيناريو|خاطرة|قصيدة|नाटक|लोरी|शायरी|संवाद',
    ],
  ],
};
