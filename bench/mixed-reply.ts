/** Replies with all kinds of Markdown. A renderer looks faster than it is if only plain paragraphs are measured. */

const LENGTH = 20_000;

const paragraph = (part: number): string =>
  `Part ${part} weighs **two ways** to plan the week: the call \`plan(${part}, { strict: true })\` is exact and slow, and a ` +
  `[heuristic](https://example.com/${part}) is quick and *nearly* right. The error stays below $\\varepsilon_{${part}} = ` +
  `\\frac{1}{${part + 2}}$, which costs $5 to $10 a month, and the text goes on for a while so that lines wrap as they do.`;

const list = (part: number): string =>
  `- First of ${part}: gather what is known\n  - from the calendar, with \`ical\`\n    1. of this week\n    2. of the next\n` +
  `  - from mail\n- Then **sort** it by $w_i \\cdot t_i$\n- [ ] Last: ask the others`;

const table = (part: number): string =>
  ['| Day | Hours | Cost | Note |', '|---|--:|:-:|---|']
    .concat(
      Array.from(
        { length: 14 },
        (_, row) =>
          `| Day ${row + 1} | ${(row * 7 + part) % 24} | $${row * 3 + part} | \`slot-${row}\`, **kept** by plan ${part} |`,
      ),
    )
    .join('\n');

const LANGUAGES = ['typescript', 'python', 'sql', 'bash', 'json'];
const code = (part: number): string => {
  const lines = Array.from(
    { length: 18 },
    (_, line) =>
      `const step${line} = await run({ part: ${part}, line: ${line}, name: 'step ${line}' }); // ${line}`,
  );
  return `\`\`\`${LANGUAGES[part % LANGUAGES.length]}\n${lines.join('\n')}\n\`\`\``;
};

const formula = (part: number): string =>
  `$$\nS_{${part}} = \\sum_{i=1}^{n} \\frac{w_i \\, t_i^{2}}{\\sqrt{1 + \\alpha_{${part}}}} + \\int_0^{${part + 1}} e^{-x^2} \\, dx\n$$`;

const OTHERS = [
  '计划分为三个部分：先收集信息，再排序，最后与大家确认。这样每个人都知道自己要做什么。',
  'تنقسم الخطة إلى ثلاثة أجزاء: جمع المعلومات، ثم ترتيبها، ثم تأكيدها مع الجميع.',
  '> "Plans are nothing; planning is everything."\n>\n> - a general',
];

/** Returns message `n` of a history. Messages have about 1,000 characters on average. */
export function mixedMessage(n: number): string {
  const others = [list, table, code, formula, () => OTHERS[n % OTHERS.length] ?? ''];
  const other = others[n % others.length]?.(n) ?? '';
  return `${paragraph(n)}\n\n${other}${other.length < 400 ? `\n\n${paragraph(n + 100)}` : ''}`;
}

export function mixedReply(): string {
  let text = '';
  for (let part = 1; text.length < LENGTH; part += 1) {
    const other = OTHERS[part % OTHERS.length] ?? '';
    const parts = [paragraph(part), list(part), code(part), paragraph(part + 100), formula(part), other];
    if (part % 2 === 1) parts.push(table(part));
    text += `## ${part}. A heading about plan ${part}\n\n${parts.join('\n\n')}\n\n`;
  }
  return text.slice(0, LENGTH);
}
