import { expect, it } from 'vitest';
import type { ModelSpec } from '#contract/deployment-config';
import { importChats } from '#contract/import';
import { IMPORT } from '#contract/limits';
import { DEFAULT_MODELS } from '../../../lib/config-defaults.ts';
import {
  EARLIER_FILES_LEFT,
  FOR_PICTURES,
  insteadOfRefusing,
  insteadOfUnfit,
  NEEDS,
  notesOf,
  ONLY_ONE,
  REQUESTED,
  reasonForCached,
  reasonForFallback,
  reasonForNeeds,
} from './needs-and-reasons.ts';

/** Returns the sentences that name a model. */
function sentencesAbout(model: ModelSpec): string[] {
  const needs = NEEDS.flatMap((need) => [{ need }, ...NEEDS.map((second) => ({ need, second }))]);
  return [
    ...[insteadOfRefusing(model), reasonForFallback(model)],
    ...[true, false].map((hasPictures) => insteadOfUnfit(model, { hasPictures })),
    ...needs.flatMap((some) => [reasonForNeeds(some, model), reasonForCached(some)]),
  ];
}

function longestReason(): string {
  const models = DEFAULT_MODELS.map((model) => ({ ...model, displayName: 'M'.repeat(60) }));
  const sentences = [REQUESTED, ONLY_ONE, FOR_PICTURES, ...models.flatMap(sentencesAbout)];
  const [longest = ''] = sentences.toSorted((a, b) => b.length - a.length);
  const notes = notesOf({ hasPictures: true, hasDocuments: true, hasOfProject: true, hasRemoved: true });
  return [longest, EARLIER_FILES_LEFT, ...notes].join(' ');
}

it('the longest reason, with each note and a name of 60 letters, can be imported again', () => {
  const at = '2026-01-02T03:04:05.000Z';
  const isTaken = (reason: string) => {
    const turns = [
      { kind: 'welcome', text: 'Hi', replyAt: at },
      { text: 'So.', replyAt: at, reason },
    ];
    const chat = { chatId: '018f4c5a-0000-7000-8000-0000000000aa', name: 'Mine', createdAt: at };
    return importChats.body.safeParse({ chats: [{ ...chat, from: 0, turns, isLast: true }] }).success;
  };
  expect(isTaken(longestReason())).toBe(true);
  expect(isTaken('x'.repeat(IMPORT.reasonMaxLength + 1))).toBe(false);
});
