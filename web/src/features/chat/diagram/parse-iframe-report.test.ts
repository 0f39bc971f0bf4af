import { expect, it } from 'vitest';
import { parseReport } from './parse-iframe-report.ts';

it.each([
  [{ type: 'began', height: 120 }, { type: 'began' }],
  [
    { type: 'drawn', height: 120.2 },
    { type: 'drawn', height: 121 },
  ],
  [
    { type: 'drawn', height: -5 },
    { type: 'drawn', height: 48 },
  ],
  [
    { type: 'drawn', height: 1e9 },
    { type: 'drawn', height: 4_000 },
  ],
  [
    { type: 'drawn', height: Number.NaN },
    { type: 'failed', reason: '' },
  ],
  [
    { type: 'drawn', height: '100' },
    { type: 'failed', reason: '' },
  ],
  [{ type: 'drawn' }, { type: 'failed', reason: '' }],
  [
    { type: 'failed', reason: 'Parse error on line 2' },
    { type: 'failed', reason: 'Parse error on line 2' },
  ],
  [
    { type: 'failed', reason: { html: '<b>' } },
    { type: 'failed', reason: '' },
  ],
  [
    { type: 'failed', reason: 'x'.repeat(1_000) },
    { type: 'failed', reason: 'x'.repeat(200) },
  ],
  [
    { type: 'navigate', url: 'https://evil.example' },
    { type: 'failed', reason: '' },
  ],
  ['drawn', { type: 'failed', reason: '' }],
  [null, { type: 'failed', reason: '' }],
  [undefined, { type: 'failed', reason: '' }],
])('the message %j of a frame is read as %j', (data, report) => {
  expect(parseReport(data)).toEqual(report);
});
