import * as z from 'zod/mini';
import { effort, trueModel } from './entities.ts';
import { email } from './request-fields.ts';

const modelDetails = z.object({
  id: z.string(),
  displayName: z.string(),
  trueModel,
  goodAt: z.string(),
  /** True if the user's plan does not include the model. */
  isLocked: z.boolean(),
  /** True if Premium does not include the locked model either. The client then hides the model. @default false */
  isUnavailable: z.optional(z.boolean()),
  /** `optional`: thinks unless the effort is `quick`. `always`: thinks at every effort. @default does not think */
  thinking: z.optional(z.enum(['optional', 'always'])),
});
export type ModelDetails = z.infer<typeof modelDetails>;

export const getAvailableModels = {
  method: 'GET',
  path: '/api/subscription/available-models/{email}',
  params: z.object({ email }),
  /**
   * `models` are the ids that the user may use, in the plan's order of preference. `details` describes the whole
   * catalogue. The first of `efforts` applies to a chat for which the user has chosen none. `lockedEfforts` are those
   * that Premium has and the user's plan lacks; an earlier server does not send them.
   */
  response: z.object({
    models: z.array(z.string()),
    details: z.array(modelDetails),
    efforts: z.array(effort),
    lockedEfforts: z.optional(z.array(effort)),
  }),
} as const;
