import { composer, send } from '../e2e/fixtures.ts';
import type { TestUser } from '../support/stack.ts';
import { attempt, type Session } from './picture-session.ts';

const ANSWER = `Three days are enough for the old town, one museum and a day by the sea.

| Day | Morning | Afternoon |
|---|---|---|
| 1 | Alfama on foot | Tram 28, a viewpoint at sunset |
| 2 | Tile museum | Belém, with its tower |
| 3 | Train to Cascais | The beach, then dinner in the harbour |

**Before you go**

1. Book the museum for the morning: it is quiet until eleven.
2. Bring shoes for steep, polished stone.

\`\`\`ts
const days = ['old town', 'museum', 'sea'];
console.log(days.map((day, i) => \`Day \${i + 1}: \${day}\`).join('\\n'));
\`\`\`

Shall I suggest places to eat near each stop?`;

const FORMULAS = String.raw`The roots of $ax^2 + bx + c = 0$ follow from completing the square:

$$
x_{1,2} = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}
$$

1. If \(\Delta > 0\), there are two.
2. If $\Delta = 0$, there is one: \[ x = -\frac{b}{2a} \]

$$
\begin{pmatrix} a & b \\ c & d \end{pmatrix}^{-1} = \frac{1}{ad - bc} \begin{pmatrix} d & -b \\ -c & a \end{pmatrix}, \qquad \sum_{n=1}^{\infty} \frac{1}{n^2} = \frac{\pi^2}{6}
$$

It costs $5 and $10, and $\frac{1}{$ is not valid.`;

const ARABIC = [
  'ما هي أفضل الأماكن لزيارتها في لشبونة؟',
  'مرحبًا! إليك **ثلاثة أماكن**:\n\n1. حي ألفاما\n2. برج بيليم\n3. متحف البلاط (Museu do Azulejo)\n\nرحلة سعيدة!',
];

/** Takes pictures of a chat from its welcome to a failed reply: replies, edits, versions, a like, and being offline. */
export async function conversationScreens(session: Session): Promise<void> {
  const { page, stack, shoot } = session;
  await page.getByRole('article').first().waitFor();
  await page.getByRole('button', { name: /^Effort/ }).waitFor();
  await shoot('chat-welcome');
  stack.replyWith(...(ANSWER.match(/[\s\S]{1,12}/g) ?? []));
  await send(page, 'Plan three days in Lisbon for two people who like walking.');
  await page.getByText('Shall I suggest places').waitFor();
  await shoot('chat');
  await streaming(session);
  await thinkingScreens(session);
  await attempt('an edit', async () => {
    await page.getByRole('button', { name: 'Edit' }).last().click();
    await page.getByRole('textbox', { name: 'Edit your message' }).waitFor();
    await shoot('chat-edit');
    await page.keyboard.press('Escape');
  });
  await attempt('versions', async () => {
    stack.replyWith('Then take the train to Sintra in the morning, and walk back along the coast.');
    const earlier = page.getByRole('article').filter({ hasText: 'something simple near the harbour' });
    await earlier.getByRole('button', { name: 'Edit' }).click();
    const editor = page.getByRole('textbox', { name: 'Edit your message' });
    await editor.fill('Yes, please: something that trains go to.');
    await editor.press('Enter');
    await page.getByText('walk back along the coast').waitFor();
    await page.getByRole('group', { name: 'Version 2 of 2' }).waitFor();
    await shoot('chat-versions');
    await page.getByRole('button', { name: 'Previous version' }).click();
    await page.getByRole('group', { name: 'Version 1 of 2' }).waitFor();
    await shoot('chat-version-earlier');
    await page.getByRole('button', { name: 'Next version' }).click();
    await page.getByRole('group', { name: 'Version 2 of 2' }).waitFor();
    stack.replyWith('A plain reply.');
  });
  await attempt('a like', async () => {
    await page.getByRole('button', { name: 'Like' }).last().click();
    await page.getByText(/thank you/i).waitFor();
    await shoot('chat-liked');
  });
  stack.failModelWith('ThrottlingException');
  await send(page, 'And one with a view?');
  await page.getByText('The model is busy').waitFor();
  await shoot('chat-failed');
  stack.replyWith('A plain reply.');
  await offline(session);
}

async function streaming({ page, stack, shoot }: Session): Promise<void> {
  const reply = stack.replyByHand();
  await send(page, 'Yes, please: something simple near the harbour.');
  await reply.started;
  await page.getByRole('img', { name: 'Generating response...' }).waitFor();
  await shoot('chat-pending');
  reply.write('Near the harbour, look for the small places with ');
  await page.getByText('look for the small places').waitFor();
  await shoot('chat-streaming');
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('log').getByText('Stopped', { exact: true }).waitFor();
  reply.end();
}

/** Takes pictures of a model's thoughts, folded and open, during and after thinking, and of the menu of efforts. */
export async function thinkingScreens({ page, stack, shoot }: Session): Promise<void> {
  const reply = stack.replyByHand();
  await send(page, 'Which of the three days suits a rainy forecast best?');
  await reply.started;
  reply.write({
    thinking:
      'The user asks about rain. The plan has three days:\n\n1. Alfama and the tram, mostly outdoors\n2. Two indoor sights\n3. The sea\n\n',
  });
  const line = page.getByRole('button', { name: 'Thinking...' });
  await line.waitFor();
  await shoot('chat-thinking');
  await line.click();
  reply.write({ thinking: 'Indoors wins, so **day 2**. ' });
  await page.getByText('Indoors wins').waitFor();
  await shoot('chat-thinking-open');
  reply.write('Day 2: the tile museum is indoors.');
  reply.end();
  await page.getByText('Day 2: the tile').waitFor();
  await page.getByRole('button', { name: 'Send' }).waitFor();
  await shoot('chat-thought-open');
  await page.getByRole('button', { name: /^Thought for/ }).click();
  await shoot('chat-thought');
  await attempt('the effort', async () => {
    await page.getByRole('button', { name: /^Effort: / }).click();
    await page.getByRole('menu', { name: 'Effort' }).waitFor();
    await shoot('chat-effort');
    await page.keyboard.press('Escape');
  });
  stack.replyWith({ thinking: 'Everything, and then some.' }, { stop: 'max_tokens' });
  await send(page, 'Plan a year of travel, day by day.');
  await page.getByText('used all its room').waitFor();
  await shoot('chat-only-thought');
  stack.replyWith('A plain reply.');
}

async function offline({ page, shoot }: Session): Promise<void> {
  await page.context().setOffline(true);
  await composer(page).fill('A draft\nof several\nlines');
  await page.getByText(/You are offline/).waitFor();
  await shoot('chat-offline');
  await page.context().setOffline(false);
  await composer(page).fill('');
  await page.getByText(/You are offline|Reconnecting/).waitFor({ state: 'hidden' });
}

/** Takes pictures of a chat in Arabic, of formulas, of a long chat, and of refused messages. */
export async function otherChats({ page, stack, shoot }: Session, user: TestUser): Promise<void> {
  await page.getByRole('button', { name: 'Add chat' }).click();
  await page.getByRole('dialog').waitFor();
  await shoot('add-chat');
  await page.getByLabel('Name').fill('لشبونة');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const [question = '', answer = ''] = ARABIC;
  stack.replyWith(answer);
  await send(page, question);
  await page.getByText('رحلة سعيدة').waitFor();
  await shoot('chat-right-to-left');
  stack.replyWith(FORMULAS);
  await send(page, 'How are quadratic equations solved?');
  await page.locator('math').nth(5).waitFor();
  await shoot('chat-formulas');
  await stack.fillChat(user, page.url().split('/').at(-1) ?? '', 60);
  await page.reload();
  await page.getByText('Stored answer 60', { exact: true }).waitFor();
  await page.getByRole('log').hover();
  await page.mouse.wheel(0, -1_500);
  await page.getByRole('button', { name: 'Jump to latest' }).waitFor();
  await shoot('chat-long');
  stack.replyWith('A plain reply.');
  await refusals({ page, stack, shoot }, user);
}

/** Takes pictures of refused messages, and of a chat that does not exist. */
async function refusals({ page, stack, shoot }: Omit<Session, 'isNarrow'>, user: TestUser): Promise<void> {
  await stack.setUsed(user, 10_000);
  await send(page, 'One too many today');
  await page.getByText(/You can try again at/).waitFor();
  await composer(page).fill('é'.repeat(17_000));
  await composer(page).press('Enter');
  await page.getByText(/a message like this may have/).waitFor();
  await shoot('chat-refused');
  await composer(page).fill('');
  await stack.setUsed(user, 0);
  const { pathname } = new URL(page.url());
  await page.goto('/chat/019a0000-0000-7000-8000-000000000000');
  await page.getByText('This chat does not exist.').waitFor();
  await shoot('chat-missing');
  await page.goto(pathname);
  await composer(page).waitFor();
}
