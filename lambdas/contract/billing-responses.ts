/** What the calls about plans and usage answer. */
import * as z from 'zod/mini';
import { quota, usageDay } from './usage.ts';

export const resumeSubscriptionResponse = z.object({ message: z.string() });
/** Where the payment provider lets a subscriber change cards and see invoices. */
export const createPortalSessionResponse = z.object({ url: z.url() });
/** `days`: newest first, those with messages; all that the plan keeps. */
export const getUsageResponse = z.object({ today: quota, days: z.array(usageDay) });
export const contactSupportResponse = z.object({ message: z.string() });
