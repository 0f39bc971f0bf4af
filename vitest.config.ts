import './test/support/require-project-node.ts';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { commands } from './test/components/commands.ts';
import { BROWSER_ARGS, installedBrowser } from './test/support/find-browser.ts';

const executablePath = installedBrowser();

/** Begins with the files that take longest, so that no worker is left alone with one at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => /\/test\/chaos\/[\w-]+\.test\.ts$/.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/**
 * Unit tests stand beside their source, and so do those of components, which run in a browser; `infra` reads the
 * synthesized templates; `integration` runs the local stack.
 */
export default defineConfig({
  test: {
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
          // Several are properties of thousands of schedules, or start a process: a busy machine takes its time.
          testTimeout: 30_000,
        },
      },
      {
        plugins: [react()],
        publicDir: 'web/public',
        // What a worker imports is found only when it runs: the page would be reloaded in the middle of a test.
        optimizeDeps: { include: ['highlight.js/lib/core', 'highlight.js/lib/languages/*'] },
        test: {
          name: 'components',
          include: ['web/src/**/*.test.tsx'],
          setupFiles: ['test/components/setup.ts'],
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
          // Each file starts a stack of its own. The files share modules, which a worker then imports and compiles once.
          isolate: false,
        },
      },
    ],
  },
});
