import { describe, expect, it } from 'vitest';
import type { Allowance, ModelSpec } from '#contract/deployment-config';
import { AppError } from '#contract/error-codes';
import type { FileItem } from '../../store/files/files.ts';
import { turnFileOf } from '../files/convert-file-items.ts';
import type { Verdict } from '../quota/decide-if-reply-allowed.ts';
import { checkFiles } from './check-files.ts';
import type { TurnRequest } from './lock-reserve-and-read.ts';

const models: ModelSpec[] = [
  {
    ...{ id: 'blind', displayName: 'Blind', contextTokens: 1_000, maxOutputTokens: 16 },
    ...{ price: { input: 1, output: 1 }, provider: { kind: 'bedrock', modelId: 'blind' } },
  },
];
const sheet: FileItem = {
  ...{ fileId: 'a', name: 'n', kind: 'document', mediaType: 'text/csv', bytes: 9, tokens: 3, textBytes: 9 },
  ...{ createdAt: '2026-11-22', isReady: true, ttl: 5 },
};
const picture: FileItem = { ...sheet, kind: 'image', mediaType: 'image/png', width: 3, height: 4 };
const limits = { perMessage: 2, maxBytes: 100, tokensPerMessage: 10, storageBytes: 100 };

function check(fileIds: string[] | undefined, files: FileItem[], given: Partial<Allowance> = {}) {
  const allowance = { models: ['blind'], messagesPerDay: 1, maxOutputTokens: 16, files: limits, ...given };
  const sender = { kind: 'user', owner: 'ada' } as const;
  const asking = {
    ...{ sender, requested: undefined, now: 0, models, spendCap: 1, guestSpendCap: 1 },
    allowances: { guest: allowance, free: allowance, paid: allowance },
  };
  const about = { chatId: 'chat', requestId: 'r', isResent: false, historyTokens: 1_000 };
  const request: TurnRequest = { ...about, asking, fileIds };
  const granted: Verdict = { kind: 'granted', allowance, candidates: ['blind'] };
  const verdict = checkFiles({ request, files }, granted);
  return verdict.kind === 'refused' ? `${verdict.error.code} ${verdict.error.field}` : verdict.kind;
}

describe('a granted message', () => {
  it.each<[string, string[] | undefined, FileItem[], Partial<Allowance>, string]>([
    ['without files', undefined, [], { files: null }, 'granted'],
    ['with a file', ['a'], [sheet], {}, 'granted'],
    ['with a file of this chat', ['a'], [{ ...sheet, chatId: 'chat' }], {}, 'granted'],
    ['with a file of another chat', ['a'], [{ ...sheet, chatId: 'other' }], {}, 'file_not_found files'],
    ['with a file that is not there', ['a', 'b'], [sheet], {}, 'file_not_found files'],
    ['with files in a plan that has none', ['a'], [sheet], { files: null }, 'files_not_available files'],
    [
      'with files in a plan that was stored before files existed',
      ['a'],
      [sheet],
      { files: undefined },
      'files_not_available files',
    ],
    ['with more files than the plan has', ['a', 'b', 'c'], [sheet, sheet, sheet], {}, 'too_many_files files'],
    [
      'with as many tokens of files as the plan has',
      ['a', 'b'],
      [{ ...sheet, tokens: 7 }, sheet],
      {},
      'granted',
    ],
    [
      'with more tokens of files than the plan has',
      ['a', 'b'],
      [{ ...sheet, tokens: 8 }, sheet],
      {},
      'files_too_long files',
    ],
    ['with a picture that no model sees', ['a'], [picture], {}, 'no_model_for_files files'],
  ])('%s is %s', (_, fileIds, files, allowance, outcome) => {
    expect(check(fileIds, files, allowance)).toBe(outcome);
  });
});

it('a refused message stays refused for its own reason', () => {
  const error = new AppError('quota_exceeded');
  const allowance = { models: ['blind'], messagesPerDay: 1, maxOutputTokens: 16 };
  const refused: Verdict = { kind: 'refused', allowance, error };
  const request = { fileIds: ['a'] } as unknown as TurnRequest; // nothing else is read
  expect(checkFiles({ request, files: [] }, refused)).toBe(refused);
});

it('a turn keeps what is shown of a file, and what contexts need', () => {
  const shown = { fileId: 'a', name: 'n', bytes: 9, tokens: 3, textBytes: 9 };
  expect(turnFileOf(picture)).toEqual({
    ...{ ...shown, kind: 'image', mediaType: 'image/png', width: 3, height: 4 },
  });
});
