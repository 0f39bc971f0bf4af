import path from 'node:path';
import { defineConfig } from 'playwright/test';
import { BROWSER_ARGS, findBrowser } from '/work/main/test/support/browser.ts';

const root = '/work/main';

/** Each worker runs a local stack of its own, so tests share nothing but the built site and templates. */
export default defineConfig({
  testDir: '/tmp/shots',
  outputDir: path.join(root, 'test-results/shots'),
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: path.join(root, 'test-results/shots.json') }]],
  globalSetup: path.join(root, 'test/support/assembly.ts'),
  use: {
    ignoreHTTPSErrors: true,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    trace: 'retain-on-failure',
    video: 'off',
    launchOptions: { executablePath: findBrowser(), args: BROWSER_ARGS },
  },
});
