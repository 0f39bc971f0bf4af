import type { Branches } from '#contract/branches';
import type { Effort, Quota } from '#contract/entities';
import type { TurnFile } from '../../store/files/files.ts';
import type { TurnRef } from '../../store/turns/turns.ts';
import type { Charge } from '../quota/daily-quota.ts';
import type { Routing } from '../routing/choose-model.ts';
import type { ContextMessage } from './model-context.ts';

/**
 * Job that the `chat` function hands to the `reply` worker. It holds everything that the model call needs, except the
 * content of files, so that the worker need not read the chat first. Lambda delivers it at least once.
 */
export interface ReplyJob extends TurnRef {
  /** Id of the frame with the message. */
  readonly requestId: string;
  /**
   * Number of the turn's start in the chat (`turnVersion`). A worker leaves a stored turn with a higher version as it
   * is, because that turn has replaced the job's turn.
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
  /**
   * True if an earlier turn with files lies before the start of the context, or if the caller's plan allows no files
   * and an earlier turn has some.
   */
  readonly isWithoutFiles?: true;
  /** True if the project has files but the caller's plan allows none. `messages` then has no files of the project. */
  readonly isWithoutProjectFiles?: true;
  /** Files of the new message. */
  readonly files?: readonly TurnFile[] | undefined;
  /**
   * Maximum tokens of the files in one request to a model, on the caller's plan. Absent for a plan without files, and
   * in jobs of an earlier deployment.
   */
  readonly fileTokens?: number;
  /** Ids of files of the replaced turn that the new turn does not have. The worker removes these files. */
  readonly droppedFiles?: readonly string[];
  /** Index of the turn at which the context starts. */
  readonly contextFrom?: number;
  /** True when a turn before the message has files, even if `messages` leaves that turn out. */
  readonly hasEarlierFiles?: true;
  /** The user's instructions for all chats. */
  readonly instructions?: string | undefined;
  readonly projectInstructions?: string | undefined;
  /** Maximum tokens of a reply on the caller's plan. A model may allow fewer. */
  readonly maxOutputTokens: number;
  /** Absent in jobs of an earlier deployment. */
  readonly effort?: Effort;
  readonly charges: readonly Charge[];
  /** Messages that the caller has left today, after this one. */
  readonly quota: Quota;
  /** Fork of the branch that the turn begins: `versionOf` or `continues`. Absent when the turn begins no branch. */
  readonly versionOf?: number | undefined;
  readonly continues?: number | undefined;
  /** Branches of the chat, including the branch that the turn begins. Absent when the turn begins no branch. */
  readonly branches?: Branches;
  readonly isReplacing?: boolean;
  /**
   * True when an earlier call of this request started the turn, and the call that made this job took the turn over. The
   * later call takes a turn over in three cases: the turn's worker is silent, the worker has ended the turn without
   * unlocking the chat, or no worker has claimed the turn in time.
   */
  readonly isResumed?: boolean;
  readonly isGuest: boolean;
  /** Unix seconds after which the turn may be removed. Present only in a guest's chat and in a temporary chat. */
  readonly ttl?: number;
}
