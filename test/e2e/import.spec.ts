/** Import of chats from another product: from its export file to a new reply in an imported chat. */
import { composer, expect, expectAccessible, send, test } from './fixtures.ts';
import { link, openPage } from './sidebar.ts';

/** An export of ChatGPT with a chat for each name, whose first question has two versions. */
const exportOf = (...names: readonly string[]) => ({
  name: 'conversations.json',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(names.map(conversation))),
});

function conversation(title: string, at: number) {
  const time = 1_735_000_000 + at;
  const node = (id: string, parent: string | null, role?: 'user' | 'assistant', text = '') => ({
    ...{ id, parent, children: [] },
    message: role && {
      ...{ id, author: { role }, create_time: time, recipient: 'all', weight: 1 },
      content: { content_type: 'text', parts: [text] },
    },
  });
  const nodes = [
    node('root', null),
    node('old', 'root', 'user', 'A version that is not shown'),
    node('question', 'root', 'user', `What is ${title}?`),
    node('answer', 'question', 'assistant', `**${title}** is a drink.`),
  ];
  return {
    ...{ id: `0000-${at}`, conversation_id: `0000-${at}`, title, create_time: time, update_time: time },
    ...{ current_node: 'answer', mapping: Object.fromEntries(nodes.map((one) => [one.id, one])) },
  };
}

test('chats of ChatGPT are imported from the account page, opened, and continued', async ({
  chat,
  stack,
}) => {
  await openPage(chat, 'Account');
  await chat.getByRole('link', { name: 'Import chats' }).click();
  await expect(chat.getByRole('heading', { name: 'Import chats', level: 1 })).toBeVisible();
  await chat.locator('input[type=file]').setInputFiles(exportOf('Tea', 'Mate'));
  await expect(chat.getByText('2 chats with 4 messages to import.')).toBeVisible();
  await expectAccessible(chat);
  await chat.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(chat.getByText('Imported 2 chats with 4 messages.')).toBeVisible();
  await expect(chat.getByText('2 messages of versions that are not shown')).toBeVisible();
  await chat.getByRole('link', { name: 'Go to your chats' }).click();
  await link(chat, /^Mate/).click();
  await expect(chat.getByRole('log').getByText('What is Mate?')).toBeVisible();
  await expect(chat.getByRole('log').getByRole('strong').filter({ hasText: 'Mate' })).toBeVisible();
  stack.replyWith('In a gourd.');
  await expect(composer(chat)).toBeVisible();
  await send(chat, 'How is it drunk?');
  await expect(chat.getByText('In a gourd.')).toBeVisible();
  expect(JSON.stringify(stack.lastModelCall()?.messages)).toContain('**Mate** is a drink.');
});
