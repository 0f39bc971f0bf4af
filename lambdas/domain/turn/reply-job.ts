import type { Branches } from '#contract/branches';
import type { Effort, Quota } from '#contract/entities';
import type { TurnFile } from '../../store/files/files.ts';
import type { TurnRef } from '../../store/turns/turns.ts';
import type { Charge } from '../quota/daily-quota.ts';
import type { Routing } from '../routing/choose-model.ts';
import type { ContextMessage } from './model-context.ts';

/**
 * Job that the `chat` function hands to the `reply` worker. It holds everything about the chat that the model call
 * needs, except the content of files, so that the worker of a message without files need not read the chat first.
 * Lambda delivers it at least once.
 */
export interface ReplyJob extends TurnRef {
  /** Id of the frame with the message. The frame is acknowledged when the turn has ended. */
  readonly requestId: string;
  /**
   * Number of the turn's start in the chat (`turnVersion`, `lambdas/store/turns/lock.ts`). A job that arrives after its
   * turn was replaced has a lower version than the newer turn. The worker then leaves the newer turn as it is.
   */
  readonly version: number;
  readonly userText: string;
  readonly userAt: string;
  /**
   * Catalogue id of the model that answers if `routing` is absent. The turn of a job that fails for good is stored with
   * this model.
   */
  readonly model: string;
  /** Reason for the choice of `model`, which the user reads. */
  readonly reason: string;
  /**
   * Input of the worker's choice of a model. The worker chooses, because only it remembers the models' recent failures.
   * @default `model` answers alone
   */
  readonly routing?: Routing;
  /** Conversation for the model, with the new message at its end. */
  readonly messages: readonly ContextMessage[];
  /** True when earlier turns with files are not in `messages`. */
  readonly isWithoutFiles?: true;
  /** Files of the new message. Absent if it has no files. */
  readonly files?: readonly TurnFile[] | undefined;
  /**
   * Maximum tokens of the files in one request to a model, on the caller's plan. Absent for a plan without files, and
   * in jobs from before this limit existed.
   */
  readonly fileTokens?: number;
  /** Ids of files of the replaced turn that the new turn does not have. The worker removes these files. */
  readonly droppedFiles?: readonly string[];
  /** Index of the turn at which the context in `messages` starts (`ModelContext.contextFrom`). */
  readonly contextFrom?: number;
  /** Text of the user's instructions for all chats. Absent if there are none. */
  readonly instructions?: string | undefined;
  /** Text of the instructions of the chat's project. Absent if there are none. */
  readonly projectInstructions?: string | undefined;
  /** Maximum tokens of a reply on the caller's plan. A model may allow fewer. */
  readonly maxOutputTokens: number;
  /** Effort with which a model shall think. Absent in jobs from before efforts could be chosen. */
  readonly effort?: Effort;
  readonly charges: readonly Charge[];
  /** Messages that the caller has left today, after this one. */
  readonly quota: Quota;
  /**
   * Fork of the branch that the turn begins (`lambdas/contract/branches.ts`). A turn that begins a branch has either
   * `versionOf` or `continues`. Any other turn has neither.
   */
  readonly versionOf?: number | undefined;
  readonly continues?: number | undefined;
  /** Branches of the chat, including the branch that the turn begins. Absent when the turn begins no branch. */
  readonly branches?: Branches;
  /** True when the turn replaces an earlier one. */
  readonly isReplacing?: boolean;
  /**
   * True when an earlier call of the same request has started the turn. That call may have handed it to a worker, which
   * has been silent since.
   */
  readonly isResumed?: boolean;
  readonly isGuest: boolean;
  /** Unix seconds after which the turn may be removed. Present only in a guest's chat and in a temporary chat. */
  readonly ttl?: number;
}
