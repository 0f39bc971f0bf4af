import { expect, it } from 'vitest';
import { putPrompt, setInstructions } from './instructions-and-prompts.ts';
import { setProjectInstructions } from './projects.ts';
import { contactSupport } from './support.ts';

const HALF = 'Cats \ud83d';
const REPLACED = 'Cats \ufffd';

it.each([
  ['a saved prompt', putPrompt.body, { name: HALF, text: HALF }, { name: REPLACED, text: REPLACED }],
  ['a user’s instructions', setInstructions.body, { text: HALF, isOn: true }, { text: REPLACED, isOn: true }],
  ['a project’s instructions', setProjectInstructions.body, { text: HALF }, { text: REPLACED }],
  [
    'a support message',
    contactSupport.body,
    { subject: HALF, message: HALF },
    { subject: REPLACED, message: REPLACED },
  ],
])('half of a surrogate pair in %s becomes U+FFFD', (_, body, given, expected) => {
  expect(body.parse(given)).toEqual(expected);
});
