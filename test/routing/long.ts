import type { TestPrompt } from './test-prompts.ts';

/** Repeats a passage until it is as long as a pasted document. */
const filled = (passage: string, length: number): string =>
  Array.from({ length: Math.ceil(length / passage.length) }, (_, i) => `${i + 1}. ${passage}`)
    .join('\n')
    .slice(0, length);

const REPORT = filled(
  'The committee met in March and heard reports on the harbour, on its budget for the coming year and on staff. Mrs. Adler proposed to move the ferry landing; the matter was adjourned. Several members asked for figures on traffic.',
  9_000,
);
const CONTRACT = filled(
  'The Supplier shall deliver the Goods within fourteen days. Where delivery is late, the Purchaser may withhold payment of two per cent for each week. Notices under this clause are in writing.',
  14_000,
);
const TRANSCRIPT = filled(
  'Anna: I think the launch should wait until May.\nBen: Sales promised April to three customers.\nAnna: Then somebody needs to call them this week.',
  11_000,
);
const BERICHT = filled(
  'Der Ausschuss tagte im März und beriet über den Hafen, den Haushalt des kommenden Jahres und das Personal. Frau Adler schlug vor, den Anleger zu verlegen; die Sache wurde vertagt.',
  9_000,
);
const RAPPORT = filled(
  "Le comité s'est réuni en mars et a entendu des rapports sur le port, sur le budget de l'année suivante et sur le personnel. Plusieurs membres ont demandé des chiffres.",
  10_000,
);
const INFORME = filled(
  'El comité se reunió en marzo y escuchó informes sobre el puerto, el presupuesto del próximo año y el personal. Varios miembros pidieron cifras sobre el tráfico.',
  9_500,
);
const ОТЧЁТ = filled(
  'Комитет собрался в марте и заслушал доклады о порте, о бюджете на следующий год и о персонале. Несколько членов попросили данные о движении.',
  9_000,
);
const 报告 = filled(
  '委员会于三月召开会议,听取了关于港口、下一年度预算和人员的报告。几位委员要求提供交通数据。',
  7_000,
);
const 報告 = filled(
  '委員会は三月に開かれ、港湾、来年度の予算、人員についての報告を聞いた。数人の委員が交通量の数字を求めた。',
  7_000,
);
const 보고서 = filled(
  '위원회는 3월에 열려 항만과 내년 예산과 인력에 관한 보고를 들었다. 몇몇 위원은 교통량 자료를 요청했다.',
  7_000,
);

export const LONG = [
  `Summarize this report in ten bullet points:\n\n${REPORT}`,
  `${REPORT}\n\nWhat did the committee decide about the ferry?`,
  `Which clauses of this contract are bad for the purchaser?\n\n${CONTRACT}`,
  `${CONTRACT}\n\nWhat happens when the supplier is late?`,
  `Here is the transcript of our meeting. List all action items with owners.\n\n${TRANSCRIPT}`,
  `${TRANSCRIPT}\n\nTL;DR?`,
  `Compare these two documents and tell me where they differ.\n\nA:\n${REPORT.slice(0, 7_000)}\n\nB:\n${REPORT.slice(400, 7_400)}`,
  `What are the main themes of this text, and who is mentioned?\n\n${REPORT}`,
  `I pasted the whole agreement below. Is there a notice period?\n\n${CONTRACT}`,
  `Extract every date, name and sum from the following pages.\n\n${CONTRACT.slice(0, 10_000)}`,
  `Fasse diesen Bericht auf einer halben Seite zusammen:\n\n${BERICHT}`,
  `${BERICHT}\n\nWas wurde zum Hafen beschlossen?`,
  `Welche offenen Punkte gibt es in diesem Protokoll?\n\n${BERICHT.slice(0, 8_500)}`,
  `Résume ce rapport en cinq points :\n\n${RAPPORT}`,
  `${RAPPORT}\n\nQui a demandé des chiffres, et pourquoi ?`,
  `Resume este informe en un párrafo:\n\n${INFORME}`,
  `${INFORME}\n\n¿Cuáles son los puntos más importantes?`,
  `Кратко перескажи этот отчёт:\n\n${ОТЧЁТ}`,
  `${ОТЧЁТ}\n\nКакие решения были приняты?`,
  `请总结这份报告的要点:\n\n${报告}`,
  `${报告}\n\n委员们要求了什么?`,
  `この報告書を要約してください。\n\n${報告}`,
  `이 보고서를 요약해줘:\n\n${보고서}`,
  `Answer from the following minutes only: who proposed to move the landing?\n\n${REPORT.slice(0, 8_000)}`,
  `Make a timeline of what happens in this text.\n\n${TRANSCRIPT}`,
  `Write an executive summary of the document below for the board.\n\n${CONTRACT}`,
].map((text): TestPrompt => ({ text, need: 'long', kind: 'alone' }));
