import type { Branches, Fork } from '#contract/branches';
import type { Allowance } from '#contract/deployment-config';
import type { Quota } from '#contract/entities';
import type { TurnFile } from '../../store/files/files.ts';
import type { ProjectContext } from '../../store/project-context.ts';
import type { TurnItem } from '../../store/turns/turns.ts';
import type { Charge } from '../quota/daily-quota.ts';

/** Outcome of `beginTurn`. */
export type Beginning =
  /** The reply is to be written. `history` is newest first, without this turn. */
  | {
      readonly kind: 'begun';
      /** Token of this call, which now holds the chat's lock. */
      readonly call: string;
      readonly messageIndex: number;
      readonly version: number;
      readonly history: readonly TurnItem[];
      /** First turns of the chat, oldest first. */
      readonly head: readonly TurnItem[];
      readonly charges: readonly Charge[];
      readonly allowance: Allowance;
      /** Ids of the models that may answer. */
      readonly candidates: readonly string[];
      /** Quota that is left after this message. */
      readonly quota: Quota;
      /**
       * True when an earlier call of this request has started the turn. The worker of that call may still write the
       * reply, even after the worker's lease has expired.
       */
      readonly isResumed: boolean;
      /** Text of the sender's instructions for all chats. */
      readonly instructions: string | undefined;
      readonly project: ProjectContext | undefined;
      readonly files: readonly TurnFile[];
      /** Ids of the replaced turn's files that the new message does not have. */
      readonly droppedFiles: readonly string[];
      /** Fork of the turn; undefined when it begins no branch. */
      readonly fork: Fork | undefined;
      /** Branches of the chat, including one that the turn begins. */
      readonly branches: Branches;
      /** Time of the message, in Unix milliseconds. Always later than the times of a turn that this turn replaces. */
      readonly at: number;
    }
  | { readonly kind: 'answered'; readonly turn: TurnItem; readonly quota: Quota }
  /** The worker of an earlier call of this request is expected to send the turn's end. */
  | {
      readonly kind: 'underway';
      readonly messageIndex: number;
      /** Unix milliseconds at which the turn was started. */
      readonly startedAt: number;
    }
  /** The database has failed, so the state of the turn is not known. The client's next resend reads the state again. */
  | { readonly kind: 'unknown' };
