import { AwsError } from '../aws-json/aws-error.ts';
import type { ConverseRequest } from './bedrock-types.ts';
import { validateFiles } from './validate-files-and-cache-points.ts';

const refuse = (message: string): never => {
  throw new AwsError('ValidationException', message);
};

/** Refuses an invalid request, in Bedrock's words where they are known. @throws AwsError `ValidationException` */
export function validateConversation(request: ConverseRequest, modelId: string): void {
  const { messages, system = [], inferenceConfig, additionalModelRequestFields = {} } = request;
  if (!Array.isArray(messages) || messages.length === 0)
    refuse('The messages field is empty. Add at least one message and try again.');
  if (messages[0]?.role !== 'user')
    refuse(
      'A conversation must start with a user message. Try again with a conversation that starts with a user message.',
    );
  for (const [position, message] of messages.entries()) {
    if (message.role === messages[position - 1]?.role)
      refuse(
        'A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and assistant roles and try again.',
      );
    if (!message.content?.length)
      refuse(
        `The content field in the Message object at messages.${position} is empty. Add a ContentBlock object to the content field and try again.`,
      );
    for (const [index, { text }] of message.content.entries())
      if (text?.trim() === '')
        refuse(
          `The text field in the ContentBlock object at messages.${position}.content.${index} is blank. Add text to the text field, and try again.`,
        );
  }
  for (const [index, { text }] of system.entries())
    if (text?.trim() === '')
      refuse(
        `The text field in the SystemContentBlock object at system.${index} is blank. Add text to the text field, and try again.`,
      );
  if (messages.at(-1)?.role !== 'user')
    refuse('The model does not support assistant prefill; the conversation must end with a user message.');
  const { maxTokens } = inferenceConfig ?? {};
  if (maxTokens !== undefined && !(Number.isInteger(maxTokens) && maxTokens >= 1))
    refuse("Value at 'inferenceConfig.maxTokens' failed to satisfy constraint: Member must be at least 1");
  checkAdditionalFields(additionalModelRequestFields, modelId, maxTokens);
  validateFiles(request, modelId);
}

/** Returns the field for the effort of thinking. gpt-oss and newer models of OpenAI refuse each other's field. */
const effortField = (modelId: string): string | undefined =>
  /openai\.gpt-oss-/.test(modelId) ? 'reasoning_effort' : /openai\./.test(modelId) ? 'reasoning' : undefined;
const EFFORTS = ['low', 'medium', 'high'];

function checkAdditionalFields(
  fields: Readonly<Record<string, unknown>>,
  modelId: string,
  maxTokens?: number,
): void {
  if (modelId.includes('anthropic.')) {
    checkClaudeFields(fields, { modelId, maxTokens });
    return;
  }
  for (const [field, value] of Object.entries(fields)) {
    if (field !== effortField(modelId)) refuseField(field);
    const effort = field === 'reasoning' ? (value as { effort?: unknown } | null)?.effort : value;
    if (!EFFORTS.includes(String(effort))) refuse(`Invalid value for ${field}: ${JSON.stringify(value)}`);
  }
}

const refuseField = (field: string): never =>
  refuse(`Malformed input request: #: extraneous key [${field}] is not permitted, please reformat.`);

/** Claude models whose thinking takes a budget of tokens, and cannot be adaptive. */
const BY_BUDGET = /claude-(?:3-|(?:opus|sonnet|haiku)-4(?:-[0-5])?(?:-\d{8}|$))/;
/** Claude models whose thinking takes a budget of tokens or is adaptive. Newer models are only adaptive. */
const BY_EITHER = /claude-(?:opus|sonnet)-4-6/;
/** Claude models whose thinking cannot be disabled. */
const ALWAYS = /claude-(?:sonnet-5-5|opus-5-5|fable|mythos)/;
const LEAST_BUDGET = 1_024;

interface ClaudeCall {
  readonly modelId: string;
  readonly maxTokens: number | undefined;
}

/** https://docs.aws.amazon.com/bedrock/latest/userguide/claude-messages-adaptive-thinking.html */
function checkClaudeFields(fields: Readonly<Record<string, unknown>>, call: ClaudeCall): void {
  for (const [field, value] of Object.entries(fields)) {
    // The cast is safe for any JSON value: `given.effort` is undefined if the value is no object.
    const given = (value ?? {}) as Readonly<Record<string, unknown>>;
    if (field === 'thinking') checkThinking(given, call);
    else if (field === 'output_config') {
      if (!EFFORTS.includes(String(given.effort)) || BY_BUDGET.test(call.modelId))
        refuse(`output_config.effort: Input should be 'low', 'medium' or 'high'`);
    } else refuseField(field);
  }
}

function checkThinking(
  thinking: Readonly<Record<string, unknown>>,
  { modelId, maxTokens }: ClaudeCall,
): void {
  const { type, budget_tokens: budget, display = 'summarized' } = thinking;
  const isBudgeted = BY_BUDGET.test(modelId);
  if (!['summarized', 'omitted'].includes(String(display))) refuse('thinking.display: Input is not known');
  if (type === 'disabled' && !ALWAYS.test(modelId)) return;
  if (type === 'adaptive' && !isBudgeted) return;
  if (type !== 'enabled' || !(isBudgeted || BY_EITHER.test(modelId)))
    refuse(`thinking.type: "${String(type)}" is not supported for this model.`);
  if (typeof budget !== 'number' || budget < LEAST_BUDGET)
    refuse(`thinking.enabled.budget_tokens: Input should be greater than or equal to ${LEAST_BUDGET}`);
  if (maxTokens !== undefined && Number(budget) >= maxTokens)
    refuse('`max_tokens` must be greater than `thinking.budget_tokens`.');
}
