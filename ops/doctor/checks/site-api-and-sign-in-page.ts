/** Requests `config.json`, the API and the sign-in page, as a browser does. */
import * as z from 'zod';
import { deployCommand } from '../cdk-commands-in-advice.ts';
import { type Check, type Examined, failure, ok, type Told } from '../check.ts';
import { fetchOrReason } from '../fetch-or-reason.ts';

const ORIGIN = 'docs/deploy.md, Rotating the origin secret';

const settings = z.object({ userPoolId: z.string(), hostedUiDomain: z.string() });

export const site: Check = {
  name: 'site',
  async look(examined) {
    const { SiteUrl: url, UserPoolId: pool } = examined.deployment.outputs;
    if (url === undefined) return ok('Is looked at after the first deployment.');
    const found = await readSettings(url, examined);
    if ('state' in found) return found;
    if (found.userPoolId !== pool)
      return failure(
        `${url}/config.json names another user pool than the deployment’s.`,
        deployCommand(examined),
      );
    const told = await Promise.all([lookAtApi(url), lookAtSignIn(found.hostedUiDomain)]);
    const problems = told.filter(({ state }) => state !== 'ok');
    return problems.length > 0 ? problems : ok(`${url} answers, so do its APIs and the sign-in page.`);
  },
};

async function readSettings(url: string, examined: Examined): Promise<z.output<typeof settings> | Told> {
  const answer = await fetchOrReason(`${url}/config.json`);
  if (typeof answer === 'string')
    return failure(
      `${url} could not be reached: ${answer}`,
      'Does the domain point at the distribution? docs/deploy.md, With a domain of your own',
    );
  const parsed = settings.safeParse(await answer.json().catch(() => undefined));
  if (answer.ok && parsed.success) return parsed.data;
  return failure(
    `${url}/config.json answers ${answer.status}: the site’s files are missing.`,
    `npm run build && ${deployCommand(examined)}`,
  );
}

/**
 * Checks the origin secret, which CloudFront sends to the functions in a header. The empty sign-up changes nothing: the
 * function checks the secret, and then refuses the content.
 */
async function lookAtApi(url: string): Promise<Told> {
  const answer = await fetchOrReason(`${url}/signup`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  if (typeof answer === 'string')
    return failure(`The API could not be reached: ${answer}`, 'Try again in a minute.');
  if (answer.status === 403)
    return failure(
      'The functions refuse CloudFront: it sends another origin secret than the one they read.',
      ORIGIN,
    );
  if (answer.status >= 500)
    return failure(
      `The API answers ${answer.status}.`,
      'docs/operate.md, With the AWS CLI: the log of the function SignUp',
    );
  return ok('The API answers.');
}

async function lookAtSignIn(host: string): Promise<Told> {
  const answer = await fetchOrReason(`https://${host}/login`);
  const told = typeof answer === 'string' ? answer : `status ${answer.status}`;
  if (typeof answer === 'string' || answer.status >= 500)
    return failure(
      `The sign-in page https://${host} does not answer (${told}).`,
      'A new domain of Cognito needs a few minutes: try again.',
    );
  return ok('The sign-in page answers.');
}
