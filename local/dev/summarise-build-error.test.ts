import { expect, it } from 'vitest';
import { errorSummary } from './summarise-build-error.ts';

const VITE = `✗ Build failed in 275ms
error during build:
Build failed with 1 error:

\u001b[31m[builtin:vite-transform] \u001b[0mUnexpected token
    \u001b[38;5;246m╭─[\u001b[0m web/src/app/app.tsx:14:12 \u001b[38;5;246m]\u001b[0m
    at aggregateBindingErrorsIntoJsError (file:///node_modules/rolldown/dist/shared/error.mjs:50:18)`;
const ESBUILD = `    triggerUncaughtException(
Error: Build failed with 1 error:
lambdas/socket/chat.ts:100:11: ERROR: Unexpected ";"
    at failureErrorWithLog (node_modules/esbuild/lib/main.js:1752:15)`;
const NODE = `node:internal/modules/run_main:107
Error [ERR_MODULE_NOT_FOUND]: Cannot find module 'lib/nothing.ts' imported from lib/config.ts
    at finalizeResolution (node:internal/modules/esm/resolve:274:11)`;
const THROWN = `file:///lib/app.ts:45
throw new RangeError('7 is too many');
      ^

RangeError: 7 is too many
    at file:///lib/app.ts:45:7`;

it.each([
  ['the site', VITE, 'web/src/app/app.tsx:14:12: [builtin:vite-transform] Unexpected token'],
  ['a function', ESBUILD, 'lambdas/socket/chat.ts:100:11: ERROR: Unexpected ";"'],
  [
    'a module',
    NODE,
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find module 'lib/nothing.ts' imported from lib/config.ts",
  ],
  ['an error', THROWN, 'RangeError: 7 is too many'],
  [
    'the configuration',
    'Configuration: region: is no AWS region\n',
    'Configuration: region: is no AWS region',
  ],
  ['no output', '', 'there is no message'],
])('finds the error line of %s', (_, output, line) => {
  expect(errorSummary(output)).toBe(line);
});
