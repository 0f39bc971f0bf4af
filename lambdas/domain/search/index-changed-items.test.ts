import { describe, expect, it } from 'vitest';
import { docOf, type ItemChange } from './index-changed-items.ts';

const CHAT = '019a0000-0000-7000-8000-000000000001';
const turnKeys = { pk: `CHAT#ada#${CHAT}`, sk: 'MSG#00000003' };
const chatKeys = { pk: 'OWNER#ada', sk: `CHAT#${CHAT}` };
const turn = { index: 3, userText: 'Why?', text: 'Because.', status: 'complete' };

const doc = (change: Partial<ItemChange>) =>
  docOf({ keys: turnKeys, before: undefined, after: turn, ...change });
const ofTurn = { owner: 'ada', ref: { chatId: CHAT, index: 3 }, text: 'Why?\nBecause.' };

describe('docOf', () => {
  it('gives the text of a turn that has ended, however it ended', () => {
    expect(doc({ before: { ...turn, status: 'streaming', text: 'Bec' } })).toEqual(ofTurn);
    expect(doc({ after: { ...turn, status: 'failed', text: '' } })?.text).toBe('Why?\n');
  });

  it('gives a turn whose text was replaced, and nothing for one that was only liked', () => {
    expect(doc({ before: { ...turn, userText: 'What?' } })).toEqual(ofTurn);
    const files = [{ name: 'Budget.xlsx' }, { name: 'cat.png' }];
    expect(doc({ after: { ...turn, files } })?.text).toBe('Why?\nBudget.xlsx\ncat.png\nBecause.');
    expect(doc({ before: turn, after: { ...turn, liked: true } })).toBeUndefined();
  });

  it("gives a chat's new name, and nothing for any other change of a chat", () => {
    const after = { chatId: CHAT, name: 'Plans' };
    const named = { owner: 'ada', ref: { chatId: CHAT, index: 0 }, text: 'Plans' };
    expect(doc({ keys: chatKeys, after })).toEqual(named);
    expect(doc({ keys: chatKeys, after, before: { ...after, name: 'Chat 1' } })).toEqual(named);
    expect(doc({ keys: chatKeys, before: after, after: { ...after, nextIndex: 5 } })).toBeUndefined();
  });

  it.each<[string, Partial<ItemChange>]>([
    ['a turn that streams', { after: { ...turn, status: 'streaming' } }],
    ['a notice, such as the welcome', { after: { ...turn, kind: 'welcome' } }],
    ['a removed turn', { before: turn, after: undefined }],
    ["a guest's turn", { keys: { ...turnKeys, pk: `CHAT#guest:abc#${CHAT}` } }],
    ["a guest's chat", { keys: { ...chatKeys, pk: 'OWNER#guest:abc' }, after: { name: 'Chat 1' } }],
    ['the count of chats', { keys: { pk: 'OWNER#ada', sk: 'META' }, after: { chatCount: 1 } }],
  ])('gives nothing for %s', (_, change) => expect(doc(change)).toBeUndefined());
});
