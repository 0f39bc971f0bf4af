import type { Quota } from '#contract/usage';
import type { ModelMessage } from '../../models/model-port.ts';
import type { TurnRef } from '../../store/turns/turns.ts';
import type { Charge } from '../quota/daily-quota.ts';
import type { Routing } from '../routing/choose-model.ts';

/**
 * Job that the `chat` function hands to the `reply` worker: all that the worker needs to call the model, so that
 * nothing has to be read first. Delivered at least once.
 */
export interface ReplyJob extends TurnRef {
  /** The id of the frame that asked; acknowledged when the turn has ended. */
  readonly requestId: string;
  /** See `store/turns/lock.ts`: a job that comes after its turn was replaced changes nothing. */
  readonly version: number;
  readonly userText: string;
  readonly userAt: string;
  /** Id in the catalogue: who answers if the worker knows no better, and for whom a failure is booked. */
  readonly model: string;
  readonly reason: string;
  /** Basis of the worker's choice, who knows how models fare. @default `model` answers, or none does */
  readonly routing?: Routing;
  /** The conversation, the new message included. */
  readonly messages: readonly ModelMessage[];
  /** Length that the caller is granted; a model may allow less. */
  readonly maxOutputTokens: number;
  readonly charges: readonly Charge[];
  /** Messages left of the caller's day, this one counted. */
  readonly quota: Quota;
  /** The turn takes the place of an earlier one. */
  readonly isReplacing?: boolean;
  /** The turn was handed over before, and its worker has been silent since. */
  readonly isResumed?: boolean;
  readonly isGuest: boolean;
  /** Unix seconds after which the turn may be removed (guests). */
  readonly ttl?: number;
}
