import '../support/require-project-node.ts';
import path from 'node:path';
import { defineConfig } from 'playwright/test';
import { BROWSER_ARGS, findTestBrowser } from '../support/find-browser.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Each worker runs a local stack of its own, so tests share nothing but the built site and templates. */
export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: path.join(root, 'test-results/e2e'),
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: path.join(root, 'test-results/e2e.json') }]],
  globalSetup: path.join(root, 'test/support/build-assembly.ts'),
  use: {
    ignoreHTTPSErrors: true,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // Tracing costs a sixth of the processor's time. Use `npx playwright test --trace on` to look into one test.
    trace: 'off',
    video: 'off',
    // `ignoreHTTPSErrors` does not hold for the script of a service worker.
    launchOptions: {
      executablePath: findTestBrowser(),
      args: [...BROWSER_ARGS, '--ignore-certificate-errors'],
    },
  },
});
