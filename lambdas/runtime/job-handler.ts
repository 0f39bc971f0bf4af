import { type LogFields, log } from './log.ts';

/**
 * Wraps the handler of a job. Lambda would log a thrown error with its message, which may quote a user's text. So the
 * wrapper logs the failure itself, and throws an error without details.
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
