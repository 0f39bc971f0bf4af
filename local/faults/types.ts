/** Faults that can be made. Emulators ask; tests (through {@link Faults}) decide. */

/** A WebSocket frame on its way: `in` from the client, `out` to it. */
export interface Frame {
  readonly direction: 'in' | 'out';
  readonly connectionId: string;
  readonly text: string;
}

/** Sees every frame; calls `deliver` once to let it pass, more often to duplicate, later to delay, never to drop. */
export type FrameFilter = (frame: Frame, deliver: (text: string) => void) => void;

/** A step of an emulated service: one API call, or (`bedrock`, `chunk`) one piece of a model's stream. */
export interface Step {
  readonly service:
    | 'bedrock'
    | 'cognito'
    | 'connections'
    | 'dynamodb'
    | 'lambda'
    | 'secretsmanager'
    | 'ses'
    | 'stripe';
  /** The operation's name, for example `UpdateItem`; `jwks.json` for a pool's keys. */
  readonly action: string;
  /** The calling function's physical name, when a function calls. */
  readonly caller?: string | undefined;
  /** Set for the moment when the call has had its effect and is about to be answered. */
  readonly phase?: 'after';
  /** Text of what the caller asks for; made only for a rule that looks at it. */
  readonly request?: () => string;
}

/** The failure that an AWS client sees. */
export interface ServiceFailure {
  /** The exception's name, for example `ThrottlingException`. */
  readonly code: string;
  /** @default 400 */
  readonly status?: number;
  readonly message?: string;
}

/** Effect on a step: each part is optional, and they apply in this order. */
export interface Effect {
  readonly delayMs?: number;
  /** Ends the calling function's process, as a crash of its environment does. */
  readonly kill?: boolean;
  readonly run?: () => void | Promise<void>;
  readonly fail?: ServiceFailure;
  /** The step never ends. */
  readonly hang?: boolean;
}

/** Steps that an effect strikes. */
export interface StepRule {
  readonly service: Step['service'];
  /** @default every action */
  readonly action?: string;
  /** Part of the calling function's name. @default every caller */
  readonly caller?: string;
  /** The call has its effect before it is struck: what failed, or hung, was done. @default struck before */
  readonly phase?: 'after';
  /** Looks at what the caller asks for: a rule for one user among many. @default every request */
  readonly about?: (request: string, step: Step) => boolean;
  /** The first matching step that is struck, from 1. @default 1 */
  readonly nth?: number;
  /** Number of matching steps that are struck from there on. @default 1 */
  readonly times?: number;
  readonly effect: Effect;
}

export interface FrameRule {
  readonly direction: Frame['direction'];
  /** @default every frame of that direction */
  readonly matches?: (frame: Frame) => boolean;
  /** @default 1 */
  readonly nth?: number;
  /** @default 1 */
  readonly times?: number;
  /** `hold` keeps the frame back until the next one of the same connection has passed: two frames swap places. */
  readonly effect:
    | 'drop'
    | 'duplicate'
    | 'hold'
    | { readonly delayMs: number }
    | { readonly kill: string }
    | { readonly run: (frame: Frame) => void };
}

/** Takes the rule away again; `struck` counts how often it applied. */
export interface RuleHandle {
  readonly struck: number;
  remove(): void;
}
