/** Refuses invalid requests with Bedrock's own messages, before a model runs. */
import { AwsError } from '../aws-json/errors.ts';
import type { ConverseRequest } from './types.ts';
import { textOf } from './types.ts';

const refuse = (message: string): never => {
  throw new AwsError('ValidationException', message);
};

/** Checks a request. Throws ValidationException. */
export function validateConversation(request: ConverseRequest, modelId: string): void {
  const { messages, inferenceConfig, additionalModelRequestFields = {} } = request;
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
    if (textOf(message).trim() === '')
      refuse(
        `The text field in the ContentBlock object at messages.${position}.content.0 is blank. Add text to the text field, and try again.`,
      );
  }
  if (messages.at(-1)?.role !== 'user')
    refuse('The model does not support assistant prefill; the conversation must end with a user message.');
  const { maxTokens } = inferenceConfig ?? {};
  if (maxTokens !== undefined && !(Number.isInteger(maxTokens) && maxTokens >= 1))
    refuse("Value at 'inferenceConfig.maxTokens' failed to satisfy constraint: Member must be at least 1");
  checkAdditionalFields(additionalModelRequestFields, modelId);
}

/** Name of the effort of OpenAI's models, by model: each refuses the other's. */
const effortField = (modelId: string): string | undefined =>
  /openai\.gpt-oss-/.test(modelId) ? 'reasoning_effort' : /openai\./.test(modelId) ? 'reasoning' : undefined;
const EFFORTS = ['low', 'medium', 'high'];

function checkAdditionalFields(fields: Readonly<Record<string, unknown>>, modelId: string): void {
  for (const [field, value] of Object.entries(fields)) {
    if (field !== effortField(modelId))
      refuse(`Malformed input request: #: extraneous key [${field}] is not permitted, please reformat.`);
    const effort = field === 'reasoning' ? (value as { effort?: unknown } | null)?.effort : value;
    if (!EFFORTS.includes(String(effort))) refuse(`Invalid value for ${field}: ${JSON.stringify(value)}`);
  }
}
