/** WebSocket frame in transit: `in` comes from the client, `out` goes to it. */
export interface Frame {
  readonly direction: 'in' | 'out';
  readonly connectionId: string;
  readonly text: string;
}

/**
 * Filter of frames. Calls `deliver` once to pass a frame, several times to duplicate it, later to delay it, and not at
 * all to drop it.
 */
export type FrameFilter = (frame: Frame, deliver: (text: string) => void) => void;

/** Step of an emulated service: an API call, or a chunk of a model's stream (service `bedrock`, action `chunk`). */
export interface Step {
  readonly service:
    | 'acm'
    | 'apigateway'
    | 'bedrock'
    | 'cloudformation'
    | 'cognito'
    | 'connections'
    | 'dynamodb'
    | 'lambda'
    | 'logs'
    | 's3'
    | 'secretsmanager'
    | 'servicequotas'
    | 'ses'
    | 'sns'
    | 'sqs'
    | 'stripe'
    | 'sts';
  /** Name of the operation, for example `UpdateItem`. `jwks.json` is a request for a Cognito pool's public keys. */
  readonly action: string;
  /**
   * Physical name of the function whose AWS key signs the call. Undefined for any other call, for example a function's
   * call of Stripe or its request for `jwks.json`.
   */
  readonly caller?: string | undefined;
  /** `after` once the service has carried out the call, but has not responded. Undefined before that. */
  readonly phase?: 'after';
  readonly request?: () => string;
}

export interface ServiceFailure {
  readonly code: string;
  /** HTTP status. @default 400 */
  readonly status?: number;
  readonly message?: string;
}

/** Effect on a step. The fields that are set apply in the order in which this type lists them. */
export interface Effect {
  readonly delayMs?: number;
  /** Ends all processes of the calling function, like a crash of its environments. */
  readonly kill?: boolean;
  readonly run?: () => void | Promise<void>;
  readonly fail?: ServiceFailure;
  readonly hang?: boolean;
}

/** Rule for steps. The rule strikes a matching step: it applies `effect` to the step. */
export interface StepRule {
  readonly service: Step['service'];
  /** @default every action except `chunk` */
  readonly action?: string;
  /** Part of the calling function's name. @default every caller */
  readonly caller?: string;
  /**
   * With `after`, the rule strikes when the service has carried out the call, for example has stored an item.
   * @default the rule strikes before the service carries out the call
   */
  readonly phase?: 'after';
  /** Returns true if the rule matches the request, which is given as text. @default every request */
  readonly about?: (request: string, step: Step) => boolean;
  /**
   * Number of the matching step that the rule strikes first. The count begins at 1. The rule does not count a step if
   * an earlier rule makes the step fail or hang. @default 1
   */
  readonly nth?: number;
  /** Number of matching steps that are struck, from the nth on. @default 1 */
  readonly times?: number;
  readonly effect: Effect;
}

export interface FrameRule {
  readonly direction: Frame['direction'];
  /** @default every frame of that direction */
  readonly matches?: (frame: Frame) => boolean;
  /**
   * Number of the matching frame that the rule strikes first. The count begins at 1. The rule does not count a frame
   * that an earlier rule strikes. @default 1
   */
  readonly nth?: number;
  /** Number of matching frames that are struck, from the nth on. @default 1 */
  readonly times?: number;
  /**
   * `hold` delays the frame until the next frame of the same connection and direction has passed, so that the two swap
   * places. `delayMs` is in milliseconds. `kill` ends the processes of the functions whose names contain the text.
   * `kill` and `run` take effect before the frame is delivered.
   */
  readonly effect:
    | 'drop'
    | 'duplicate'
    | 'hold'
    | { readonly delayMs: number }
    | { readonly kill: string }
    | { readonly run: (frame: Frame) => void };
}

export interface RuleHandle {
  readonly struck: number;
  remove(): void;
}
