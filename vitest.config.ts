import './test/support/require-project-node.ts';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { commands } from './test/components/commands.ts';
import { BROWSER_ARGS, installedBrowser } from './test/support/find-browser.ts';

const executablePath = installedBrowser();

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => /\/test\/chaos\/[\w-]+\.test\.ts$/.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    globalSetup: ['test/support/temporary-folder.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{lambdas,lib,local,ops,web,bench,training}/**/*.test.ts',
            'test/{spec,chaos/simulator}/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**'],
          setupFiles: ['test/support/patient-waits.ts'],
          expect: { poll: { timeout: 10_000 } },
          // Some tests check thousands of schedules or start a process, which takes long on a busy machine.
          testTimeout: 30_000,
        },
      },
      {
        plugins: [react()],
        publicDir: 'web/public',
        // Vite finds the imports of a worker only when it runs, and would then reload the page in a test.
        optimizeDeps: {
          include: ['highlight.js/lib/core', 'highlight.js/lib/languages/*', 'bidi-js', 'jspdf'],
        },
        test: {
          name: 'components',
          include: ['web/src/**/*.test.tsx'],
          setupFiles: ['test/components/setup.ts', 'test/support/patient-waits.ts'],
          testTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
          browser: {
            enabled: true,
            headless: true,
            locators: { exact: false },
            screenshotFailures: false,
            viewport: { width: 1440, height: 900 },
            provider: playwright({
              actionTimeout: 10_000,
              launchOptions: { args: BROWSER_ARGS, ...(executablePath && { executablePath }) },
              contextOptions: { locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
            commands,
          },
        },
      },
      {
        test: {
          name: 'infra',
          include: ['test/infra/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/{integration,chaos}/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          globalSetup: ['test/support/build-assembly.ts'],
          // Without isolation, a worker imports and compiles only once what the files share.
          isolate: false,
        },
      },
    ],
  },
});
