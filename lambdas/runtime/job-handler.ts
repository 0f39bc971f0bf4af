import { log } from './log.ts';

/**
 * Wraps the handler of a job. Lambda's runtime logs an error that a handler throws, with its message, which may quote a
 * user's text. So a failure is logged by `log`, and the error that is thrown says nothing of it. Lambda retries the job
 * all the same.
 */
export const jobHandler =
  <E>(handler: (event: E) => Promise<void>) =>
  async (event: E): Promise<void> => {
    try {
      await handler(event);
    } catch (cause) {
      log('ERROR', 'job failed', { cause });
      throw new Error('The job failed');
    }
  };
