import { demoModel, openAiSource, type ReplySource } from '../bedrock/bedrock.ts';
import type { StartArgs } from './args.ts';

/** Returns the source of replies, and a line that tells the developer which source it is. */
export async function chooseReplySource({
  bedrock,
}: StartArgs): Promise<{ source: ReplySource; line: string }> {
  if (bedrock) {
    const [{ realBedrock }, { realMantle }] = await Promise.all([
      import('../bedrock/real-bedrock.ts'),
      import('../mantle/real-mantle.ts'),
    ]);
    const [converse, mantle] = [realBedrock(), realMantle()];
    return {
      source: (request, call) => (call.mantle ? mantle : converse)(request, call),
      line: 'Amazon Bedrock, with your own AWS credentials (this costs money)',
    };
  }
  const { PARLEY_MODEL_URL: baseUrl, PARLEY_MODEL_NAME: model, PARLEY_MODEL_KEY: apiKey } = process.env;
  if (baseUrl) {
    const options = { baseUrl, ...(model && { model }), ...(apiKey && { apiKey }) };
    return { source: openAiSource(options), line: `the model at ${baseUrl}` };
  }
  return { source: demoModel(), line: 'the built-in demo model (see docs/local.md for real ones)' };
}
