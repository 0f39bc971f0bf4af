import * as z from 'zod';
import { AwsError } from '../aws-json/aws-json-service.ts';
import { type Block, bytesOf, type ConverseRequest } from '../bedrock/bedrock-types.ts';
import { isPdf, pictureIn } from '../bedrock/picture-and-pdf-facts.ts';

/** `bedrock-mantle` refuses blank text. */
const text = z.string().refine((written) => written.trim() !== '');
/**
 * `bedrock-mantle` downloads nothing from the web: an image or a file is a `data:` URL or an object in S3
 * (posit-dev/chatlas#410). The product sends only `data:` URLs.
 * https://developers.openai.com/api/docs/guides/file-inputs
 */
const part = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('input_text'), text }),
  z.strictObject({
    type: z.literal('input_image'),
    image_url: z.string().regex(/^data:image\/(png|jpeg|gif|webp);base64,/, 'must be `data:` or `s3://`'),
  }),
  z.strictObject({
    type: z.literal('input_file'),
    filename: z.string().regex(/\.pdf$/, "Unsupported file type: 'unknown'"),
    file_data: z.string().startsWith('data:application/pdf;base64,'),
  }),
]);

/** Accepts only what the product sends. The API accepts more. */
const schema = z.strictObject({
  model: z.string(),
  stream: z.literal(true),
  store: z.boolean().optional(),
  instructions: z.string().optional(),
  input: z
    .array(
      z.union([
        z.strictObject({ role: z.enum(['user', 'assistant']), content: text }),
        z.strictObject({ role: z.literal('user'), content: z.array(part).min(1) }),
      ]),
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

/** @throws AwsError `ValidationException` that names the first wrong field */
export function parseRequest(body: string): ResponsesRequest {
  const result = schema.safeParse(jsonOf(body));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path.join('.') || issue?.message;
  throw new AwsError('ValidationException', `Invalid '${path}': ${issue?.message}`);
}

/** Converts a request to Converse's form. Leaves out the model and `reasoning`. */
export function toConversation({
  instructions,
  input,
  max_output_tokens,
}: ResponsesRequest): ConverseRequest {
  return {
    messages: input.map(({ role, content }) => ({
      role,
      content: typeof content === 'string' ? [{ text: content }] : content.map(toBlock),
    })),
    ...(instructions !== undefined && { system: [{ text: instructions }] }),
    ...(max_output_tokens !== undefined && { inferenceConfig: { maxTokens: max_output_tokens } }),
  };
}

function toBlock(given: z.infer<typeof part>): Block {
  const bytesIn = (address: string) => ({ bytes: address.slice(address.indexOf(',') + 1) });
  switch (given.type) {
    case 'input_text':
      return { text: given.text };
    case 'input_image':
      return { image: { format: given.image_url.split(/[/;]/)[1] ?? '', source: bytesIn(given.image_url) } };
    case 'input_file':
      return {
        document: { format: 'pdf', name: given.filename.slice(0, -4), source: bytesIn(given.file_data) },
      };
  }
}

export function checkFiles({ messages }: ConverseRequest): void {
  for (const { image, document } of messages.flatMap(({ content }) => content)) {
    if (image && pictureIn(bytesOf(image))?.format !== image.format)
      throw new AwsError(
        'ValidationException',
        'The image data you provided does not represent a valid image.',
      );
    if (document && !isPdf(bytesOf(document)))
      throw new AwsError('ValidationException', 'The file data you provided is not a valid PDF.');
  }
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new AwsError('ValidationException', 'The body is not JSON');
  }
}
