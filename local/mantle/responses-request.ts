/** Validates requests of the Responses API as `bedrock-mantle` does, and converts them to what reply sources take. */
import * as z from 'zod';
import { AwsError } from '../aws-json/index.ts';
import type { ConverseRequest } from '../bedrock/index.ts';

/** Fields that the product sends, and their values. The API refuses unknown fields. */
const schema = z.strictObject({
  model: z.string(),
  stream: z.literal(true),
  store: z.boolean().optional(),
  instructions: z.string().optional(),
  input: z
    .array(
      z.strictObject({
        role: z.enum(['user', 'assistant']),
        content: z.string().refine((text) => text.trim() !== ''),
      }),
    )
    .min(1),
  max_output_tokens: z.int().min(16).optional(),
  reasoning: z
    .strictObject({
      effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']).optional(),
      summary: z.enum(['auto', 'concise', 'detailed']).optional(),
    })
    .optional(),
});
export type ResponsesRequest = z.infer<typeof schema>;

/** Returns a valid request. Throws a validation error that names the first wrong field. */
export function parseRequest(body: string): ResponsesRequest {
  const result = schema.safeParse(jsonOf(body));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path.join('.') || issue?.message;
  throw new AwsError('ValidationException', `Invalid '${path}': ${issue?.message}`);
}

/** Returns the request in the form of Converse, which all reply sources take. */
export function toConversation({
  instructions,
  input,
  max_output_tokens,
}: ResponsesRequest): ConverseRequest {
  return {
    messages: input.map(({ role, content }) => ({ role, content: [{ text: content }] })),
    ...(instructions !== undefined && { system: [{ text: instructions }] }),
    ...(max_output_tokens !== undefined && { inferenceConfig: { maxTokens: max_output_tokens } }),
  };
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new AwsError('ValidationException', 'The body is not JSON');
  }
}
