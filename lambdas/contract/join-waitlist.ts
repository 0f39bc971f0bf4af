import * as z from 'zod/mini';
import { accountEmail } from './request-fields.ts';

export const waitlistStatus = z.enum(['waiting', 'approved']);
export type WaitlistStatus = z.infer<typeof waitlistStatus>;

export const joinWaitlist = {
  method: 'POST',
  path: '/api/waitlist',
  body: z.object({ email: accountEmail }),
  response: z.object({ message: z.string() }),
} as const;
