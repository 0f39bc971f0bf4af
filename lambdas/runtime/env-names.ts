/** Names of the functions' environment variables. */
export const ENV = {
  /** Milliseconds for one attempt of a call to AWS. Set only for Cognito's triggers, whose limit is 5 seconds. */
  attemptMaxMs: 'ATTEMPT_MAX_MS',
  chatsTable: 'CHATS_TABLE',
  connectionsTable: 'CONNECTIONS_TABLE',
  usageTable: 'USAGE_TABLE',
  invitesTable: 'INVITES_TABLE',
  subscriptionsTable: 'SUBSCRIPTIONS_TABLE',
  waitlistTable: 'WAITLIST_TABLE',
  searchTable: 'SEARCH_TABLE',
  auditTable: 'AUDIT_TABLE',
  filesBucket: 'FILES_BUCKET',
  /** `https://<bucket>.s3.<region>.amazonaws.com`. The signature of a file's address is for this host. */
  filesOrigin: 'FILES_ORIGIN',
  /** Issuer of the ID tokens and base URL of their keys: `https://cognito-idp.<region>.amazonaws.com/<poolId>`. */
  tokenIssuer: 'TOKEN_ISSUER',
  /** Id of the user pool's client for the browser: the audience of the ID tokens. */
  tokenAudience: 'TOKEN_AUDIENCE',
  userPoolId: 'USER_POOL_ID',
  identityPoolId: 'IDENTITY_POOL_ID',
  /** Id of the user pool's client that checks a password for the API of the second factor. */
  passwordClientId: 'PASSWORD_CLIENT_ID',
  /** `true` or `false`. */
  adminsNeedSecondFactor: 'ADMINS_NEED_SECOND_FACTOR',
  /** Comma-separated origins of the pages that may open a socket. */
  allowedOrigins: 'ALLOWED_ORIGINS',
  originSecretArn: 'ORIGIN_SECRET_ARN',
  /** Callback URL of the socket's stage, for `@connections`. */
  socketEndpoint: 'SOCKET_ENDPOINT',
  replyFunction: 'REPLY_FUNCTION',
  mergeSearchFunction: 'MERGE_SEARCH_FUNCTION',
  indexDocumentsFunction: 'INDEX_DOCUMENTS_FUNCTION',
  deleteAccountFunction: 'DELETE_ACCOUNT_FUNCTION',
  productName: 'PRODUCT_NAME',
  metricNamespace: 'METRIC_NAMESPACE',
  /** JSON: string[] with the URLs of the dead-letter queues that no function empties. */
  lostQueues: 'LOST_QUEUES',
  /** Base URL of the product, without a slash at the end. */
  siteUrl: 'SITE_URL',
  /** JSON: MailConfig of #contract/deployment-config; absent where the deployment sends no mail. */
  mail: 'MAIL',
  /** ARN of the secret with Stripe's credentials, in the form of `secretShape` in `stripe.ts`. */
  stripeSecretArn: 'STRIPE_SECRET_ARN',
  stripeApi: 'STRIPE_API',
  /** Name of the function that retries a Stripe event that could not be applied. */
  applyEventFunction: 'APPLY_EVENT_FUNCTION',
  /** URL to which Stripe sends events. Only the operator's commands read it. */
  webhookUrl: 'WEBHOOK_URL',
  /** US dollars. No reply begins once the replies of a UTC day have cost this much. */
  dailySpendCap: 'DAILY_SPEND_CAP_USD',
  /** JSON: Limits of #contract/deployment-config. */
  limits: 'LIMITS',
  /** JSON: Retention of #contract/deployment-config. */
  retention: 'RETENTION',
  /** Packed JSON (`unpack-json-of-environment-variable.ts`): ModelSpec[] of #contract/deployment-config. */
  models: 'MODELS',
  /**
   * Id of the stack's project on Bedrock's endpoint `bedrock-mantle`. Absent if no model uses that endpoint in the
   * stack's region.
   */
  mantleProject: 'MANTLE_PROJECT',
  /** JSON: Record<Audience, Allowance> of #contract/deployment-config. */
  allowances: 'ALLOWANCES',
  /** Packed JSON (`unpack-json-of-environment-variable.ts`): SharedPrompt[] of #contract/deployment-config. */
  prompts: 'PROMPTS',
  /** Plain text. Largest group of readers that a share may have: `members` or `anyone`. `off` if sharing is off. */
  sharing: 'SHARING',
  /** JSON: AssistantConfig of #contract/deployment-config. */
  assistant: 'ASSISTANT',
} as const;
export type EnvName = (typeof ENV)[keyof typeof ENV];
