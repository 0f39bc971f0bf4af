/** Actions with which `cdk diff` compares templates with the deployed stacks. None of them reads users' data. */
export const DIFF_ACTIONS = [
  'cloudformation:DescribeStackResources',
  'cloudformation:DescribeStacks',
  'cloudformation:GetTemplate',
  'cloudformation:GetTemplateSummary',
  'cloudformation:ListStackResources',
] as const;

/**
 * Read-only actions of `npm run ops -- doctor` without `--call-models`. Reading Stripe's secret is not among them, so
 * with `payments: stripe` the check `payments` warns that access was denied.
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
  'lambda:GetFunctionConcurrency',
  'lambda:ListFunctions',
  'servicequotas:ListServiceQuotas',
  'ses:GetAccount',
  'ses:GetConfigurationSet',
  'ses:GetEmailIdentity',
  'sns:ListSubscriptionsByTopic',
] as const;
