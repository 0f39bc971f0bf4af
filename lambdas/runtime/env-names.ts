/**
 * Names of the functions' environment variables. Constructs set the variables by these names. The functions and the
 * operator's commands read them.
 */
export const ENV = {
  /**
   * Longest time in milliseconds of one attempt of a call to AWS. Set only for Cognito's triggers, because Cognito
   * waits for them only 5 seconds.
   */
  attemptMaxMs: 'ATTEMPT_MAX_MS',
  chatsTable: 'CHATS_TABLE',
  connectionsTable: 'CONNECTIONS_TABLE',
  usageTable: 'USAGE_TABLE',
  invitesTable: 'INVITES_TABLE',
  subscriptionsTable: 'SUBSCRIPTIONS_TABLE',
  waitlistTable: 'WAITLIST_TABLE',
  searchTable: 'SEARCH_TABLE',
  auditTable: 'AUDIT_TABLE',
  /** Name of the bucket with the users' files. */
  filesBucket: 'FILES_BUCKET',
  /**
   * Base URL of the files bucket, `https://<bucket>.s3.<region>.amazonaws.com`. The signature of a file's address is
   * for this host, although the browser reads the file through CloudFront (`sign-file-address.ts`).
   */
  filesOrigin: 'FILES_ORIGIN',
  /** Issuer of the ID tokens and base URL of their keys: `https://cognito-idp.<region>.amazonaws.com/<poolId>`. */
  tokenIssuer: 'TOKEN_ISSUER',
  /** Id of the user pool's client for the browser, which is the audience of the ID tokens. */
  tokenAudience: 'TOKEN_AUDIENCE',
  userPoolId: 'USER_POOL_ID',
  identityPoolId: 'IDENTITY_POOL_ID',
  /** Id of the user pool's client with which the API of the second factor checks a password. */
  passwordClientId: 'PASSWORD_CLIENT_ID',
  /** `true` where administrators need a second factor, else `false`. */
  adminsNeedSecondFactor: 'ADMINS_NEED_SECOND_FACTOR',
  /** Comma-separated origins of the pages that may open a socket. */
  allowedOrigins: 'ALLOWED_ORIGINS',
  /** ARN of the secret that CloudFront sends as `x-origin-secret`. */
  originSecretArn: 'ORIGIN_SECRET_ARN',
  /** Callback URL of the socket's stage, for `@connections`. */
  socketEndpoint: 'SOCKET_ENDPOINT',
  replyFunction: 'REPLY_FUNCTION',
  mergeSearchFunction: 'MERGE_SEARCH_FUNCTION',
  indexDocumentsFunction: 'INDEX_DOCUMENTS_FUNCTION',
  deleteAccountFunction: 'DELETE_ACCOUNT_FUNCTION',
  productName: 'PRODUCT_NAME',
  /** CloudWatch namespace of the metrics that the functions publish. */
  metricNamespace: 'METRIC_NAMESPACE',
  /** JSON: string[] with the URLs of the dead-letter queues. */
  lostQueues: 'LOST_QUEUES',
  /** Base URL of the product, without a slash at the end. */
  siteUrl: 'SITE_URL',
  /** JSON: MailConfig of #contract/deployment-config; absent where the deployment sends no mail. */
  mail: 'MAIL',
  /** ARN of the secret with Stripe's credentials, in the form of `secretShape` in `stripe.ts`. */
  stripeSecretArn: 'STRIPE_SECRET_ARN',
  /** Base URL of Stripe's API. */
  stripeApi: 'STRIPE_API',
  /** Name of the function that retries a Stripe event that could not be applied. */
  applyEventFunction: 'APPLY_EVENT_FUNCTION',
  /** URL to which Stripe sends events. Only the operator's commands read this variable. */
  webhookUrl: 'WEBHOOK_URL',
  /** US dollars. No reply begins once the replies of a UTC day have cost this much. */
  dailySpendCap: 'DAILY_SPEND_CAP_USD',
  /** JSON: Limits of #contract/deployment-config. */
  limits: 'LIMITS',
  /** JSON: Retention of #contract/deployment-config. */
  retention: 'RETENTION',
  /** Packed JSON (`unpack-json.ts`): ModelSpec[] of #contract/deployment-config. */
  models: 'MODELS',
  /**
   * Id of the project on Bedrock's endpoint `bedrock-mantle` that the stack creates in its region. Absent if the
   * configuration has no model of that endpoint and region.
   */
  mantleProject: 'MANTLE_PROJECT',
  /** JSON: Record<Audience, Allowance> of #contract/deployment-config. */
  allowances: 'ALLOWANCES',
  /** Packed JSON (`unpack-json.ts`): SharedPrompt[] of #contract/deployment-config. */
  prompts: 'PROMPTS',
  /** Widest readers that a shared chat may have, as plain text: `members`, `anyone`, or `off` for no sharing. */
  sharing: 'SHARING',
  /** JSON: AssistantConfig of #contract/deployment-config. */
  assistant: 'ASSISTANT',
} as const;
export type EnvName = (typeof ENV)[keyof typeof ENV];
