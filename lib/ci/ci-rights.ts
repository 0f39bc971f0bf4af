/** Rights to compare templates with what is deployed, without a right to any data. */
export const DIFF_ACTIONS = [
  'cloudformation:DescribeStackResources',
  'cloudformation:DescribeStacks',
  'cloudformation:GetTemplate',
  'cloudformation:GetTemplateSummary',
  'cloudformation:ListStackResources',
] as const;

/**
 * Rights of `npm run ops -- doctor`, all of them to read. The right to read Stripe's secret is missing, so a workflow's
 * doctor skips that check.
 */
export const DOCTOR_ACTIONS = [
  'acm:DescribeCertificate',
  'apigateway:GET',
  'bedrock:GetFoundationModel',
  'bedrock:GetFoundationModelAvailability',
  'bedrock:GetInferenceProfile',
  'bedrock:GetUseCaseForModelAccess',
  'cloudformation:DescribeStacks',
  'cloudformation:ListStackResources',
  'cognito-idp:AdminGetUser',
  'cognito-idp:DescribeUserPool',
  'cognito-idp:ListUsersInGroup',
  'dynamodb:ListTables',
  'lambda:GetAccountSettings',
  'lambda:ListFunctions',
  'servicequotas:ListServiceQuotas',
  'ses:GetAccount',
  'ses:GetConfigurationSet',
  'ses:GetEmailIdentity',
  'sns:ListSubscriptionsByTopic',
] as const;
