import { defineConfig } from 'vitest/config';

/** Unit tests stand beside their source; `infra` reads the synthesized templates; `integration` runs the local stack. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{lambdas,lib,local,ops,web,bench}/**/*.test.{ts,tsx}',
            'test/{spec,chaos/simulator}/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**'],
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
          globalSetup: ['test/support/assembly.ts'],
        },
      },
    ],
  },
});
