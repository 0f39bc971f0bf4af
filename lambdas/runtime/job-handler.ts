import { type LogFields, log } from './log.ts';

/**
 * Wraps the handler of a job. Lambda's runtime logs an error that a handler throws, with its message, which may quote a
 * user's text. So a failure is logged by `log`, and the error that is thrown says nothing of it. Lambda retries the job
 * all the same.
 */
export const jobHandler =
  <Args extends readonly unknown[], R>(
    handler: (...args: Args) => Promise<R>,
    fieldsOf: (...args: Args) => Pick<LogFields, 'requestId' | 'model'> = () => ({}),
  ) =>
  async (...args: Args): Promise<R> => {
    try {
      return await handler(...args);
    } catch (cause) {
      log('ERROR', 'job failed', { ...fieldsOf(...args), cause });
      throw new Error('The job failed');
    }
  };
