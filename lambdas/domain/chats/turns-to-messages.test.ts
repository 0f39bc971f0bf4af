import { describe, expect, it } from 'vitest';
import type { TurnItem } from '../../store/turns/turns.ts';
import { toMessages } from './turns-to-messages.ts';

const turn = (index: number, fields: Partial<TurnItem> = {}): TurnItem => ({
  index,
  userText: `question ${index}`,
  userAt: '2026-01-01T00:00:00.000Z',
  text: `answer ${index}`,
  replyAt: '2026-01-01T00:00:01.000Z',
  status: 'complete',
  ...fields,
});
const welcome: TurnItem = {
  index: 0,
  kind: 'welcome',
  text: 'Hello!',
  replyAt: '2026-01-01T00:00:00.000Z',
  status: 'complete',
};

describe('toMessages', () => {
  it('gives both messages of a turn their index, oldest first', () => {
    const messages = toMessages([turn(3), turn(1), welcome]);
    expect(messages.map(({ role, messageIndex }) => [role, messageIndex])).toEqual([
      ['assistant', 0],
      ['user', 1],
      ['assistant', 2],
      ['user', 3],
      ['assistant', 4],
    ]);
    expect(messages[0]).toMatchObject({ isWelcome: true });
  });

  it('gives a question and its reply the id of their request, or of the last one that replaced it', () => {
    const messages = toMessages([turn(1, { requestId: 'second', requestIds: new Set(['first', 'second']) })]);
    expect(messages.map(({ requestId }) => requestId)).toEqual(['second', 'second']);
  });

  it('gives rows without a request an id by their place, the same at every reading', () => {
    // Rows from before request ids were stored. The welcome and the thank-you message still have none.
    const old: readonly TurnItem[] = JSON.parse(`[
      {"pk":"CHAT#u#c","sk":"MSG#00000003","index":3,"kind":"extra","text":"Thanks","replyAt":"2026-01-01","status":"complete"},
      {"pk":"CHAT#u#c","sk":"MSG#00000001","index":1,"userText":"Hi","userAt":"2026-01-01","text":"Hello","replyAt":"2026-01-01","status":"complete"},
      {"pk":"CHAT#u#c","sk":"MSG#00000000","index":0,"kind":"welcome","text":"Welcome","replyAt":"2026-01-01","status":"complete"}
    ]`);
    const ids = toMessages(old).map(({ messageIndex, requestId }) => [messageIndex, requestId]);
    expect(ids).toEqual([
      [0, 'at:0'],
      [1, 'at:1'],
      [2, 'at:1'],
      [3, 'at:3'],
    ]);
    expect(toMessages(old.slice(1, 2)).map(({ requestId }) => requestId)).toEqual(['at:1', 'at:1']);
  });

  it('shows the files of a message, without what only models need, and marks removed ones', () => {
    const file = { name: 'n', kind: 'image', mediaType: 'image/png', bytes: 3, tokens: 10 } as const;
    const files = [
      { ...file, fileId: 'a', width: 3, height: 4 },
      { ...file, fileId: 'b' },
    ];
    const [user, reply] = toMessages([turn(1, { files, removedFiles: new Set(['b']) })]);
    expect(user?.files).toEqual([
      {
        fileId: 'a',
        name: 'n',
        kind: 'image',
        mediaType: 'image/png',
        bytes: 3,
        tokens: 10,
        width: 3,
        height: 4,
      },
      {
        fileId: 'b',
        name: 'n',
        kind: 'image',
        mediaType: 'image/png',
        bytes: 3,
        tokens: 10,
        isRemoved: true,
      },
    ]);
    expect(reply).not.toHaveProperty('files');
    expect(toMessages([turn(1)])[0]).not.toHaveProperty('files');
  });

  it('tells the attempt of a streaming reply and of no other', () => {
    const [, streaming] = toMessages([turn(1, { status: 'streaming', attempt: 2 })]);
    const [, complete] = toMessages([turn(1, { attempt: 2 })]);
    expect(streaming).toMatchObject({ status: 'streaming', attempt: 2 });
    expect(complete).not.toHaveProperty('attempt');
  });
});
