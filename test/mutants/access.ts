/** Access: tokens, origins, owners, groups, addresses. */
import type { Mutant } from './mutant.ts';

const TOKENS = 'lambdas/runtime/id-token.ts';
const CALLER = 'lambdas/runtime/caller.ts';
const AUTHORIZER = 'lambdas/socket/authorize.ts';
const CALLER_TEST = 'lambdas/runtime/caller.test.ts';
const HANDLER_TEST = 'lambdas/runtime/http-handler.test.ts';
const CONNECT_TEST = 'test/integration/connect.test.ts';
const ACCESS_TEST = 'test/integration/access.test.ts';
const EVERY_TOKEN = 'refuses every token that is not a good ID token';

export const ACCESS_MUTANTS: readonly Mutant[] = [
  {
    name: 'socket token: any audience',
    file: TOKENS,
    find: 'audience: requireEnv(ENV.tokenAudience),',
    replace: 'audience: null,',
    test: CONNECT_TEST,
    title: EVERY_TOKEN,
  },
  {
    name: 'socket token: any issuer',
    file: TOKENS,
    find: 'const config = {\n    issuer,',
    replace: 'const config = {\n    issuer: null,',
    test: CONNECT_TEST,
    title: EVERY_TOKEN,
  },
  {
    name: 'socket token: any use',
    file: TOKENS,
    find: "if (payload.token_use !== 'id') throw new Error('Not an ID token');",
    replace: '',
    test: CONNECT_TEST,
    title: EVERY_TOKEN,
  },
  {
    name: 'socket token: not yet valid',
    file: TOKENS,
    find: '      checkTimes(payload);\n',
    replace: '',
    test: CONNECT_TEST,
    title: EVERY_TOKEN,
  },
  {
    name: 'HTTP token: another client',
    file: 'lib/constructs/apis/http-api.ts',
    find: '{ jwtAudience: [audience] }',
    replace: "{ jwtAudience: [audience, 'anotherclientofthispool0000'] }",
    test: ACCESS_TEST,
    title: 'refuses whoever is not signed in',
  },
  {
    name: 'HTTP token: any use',
    file: CALLER,
    find: "claims.token_use !== 'id' || ",
    replace: '',
    test: CALLER_TEST,
  },
  {
    name: 'unverified e-mail',
    file: CALLER,
    find: "if (String(claims.email_verified) !== 'true') throw new AppError('unauthorized');",
    replace: '',
    test: CALLER_TEST,
  },
  {
    name: 'expiry at each event',
    file: CALLER,
    find: "if (!(Number(exp) * 1000 > now)) throw new AppError('session_expired');",
    replace: '',
    test: CALLER_TEST,
  },
  {
    name: "another's e-mail",
    file: CALLER,
    find: 'email.trim().toLowerCase() !== caller.email.toLowerCase()',
    replace: "email.trim() === ''",
    test: CALLER_TEST,
  },
  {
    name: 'administrators: anybody',
    file: CALLER,
    find: "if (!caller.isAdmin) throw new AppError('forbidden');",
    replace: '',
    test: HANDLER_TEST,
  },
  {
    name: 'administrators: a group that sounds like theirs',
    file: CALLER,
    find: "groupsOf(claims['cognito:groups']).includes(ADMINS)",
    replace: "groupsOf(claims['cognito:groups']).some((group) => group.includes(ADMINS))",
    test: CALLER_TEST,
  },
  {
    name: "another's subscription",
    file: 'lambdas/domain/billing/authorise-subscription-call.ts',
    find: "if (!caller.isAdmin) throw new AppError('forbidden');",
    replace: '',
    test: ACCESS_TEST,
    title: "refuses another's e-mail [S3",
  },
  {
    name: "another's chat",
    file: 'lambdas/store/keys.ts',
    find: 'export const ownerPartition = (owner: string): string =>',
    replace: "export const ownerPartition = (_: string, owner = ''): string =>",
    test: ACCESS_TEST,
    title: "answers the same for another's chat as for none [S3",
  },
  {
    name: 'a user as a guest',
    file: 'lambdas/domain/authorise-sender.ts',
    find: "if (data.isGuest) throw new AppError('forbidden');",
    replace: '',
    test: ACCESS_TEST,
    title: 'refuses a user who claims to be a guest and names their own e-mail',
  },
  {
    name: 'origin secret of the HTTP API',
    file: 'lambdas/runtime/cloudfront.ts',
    find: 'return timingSafeEqual(digest(sent), digest(await originSecret()));',
    replace: 'return digest(sent).length === digest(await originSecret()).length;',
    test: HANDLER_TEST,
  },
  {
    name: 'origin secret of the socket',
    file: AUTHORIZER,
    find: 'isThroughCloudFront ? context : undefined',
    replace: 'context',
    test: CONNECT_TEST,
    title: 'refuses what did not come through CloudFront',
  },
  {
    name: 'Origin list of the socket',
    file: AUTHORIZER,
    find: "if (!origins.includes(headers.get('origin') ?? '')) return undefined;",
    replace: '',
    test: CONNECT_TEST,
    title: 'is refused, signed in or not',
  },
  {
    name: "the viewer's address as the viewer claims it",
    file: 'lib/edge/viewer-address.js',
    find: "request.headers['x-viewer-address'] = {",
    replace: "request.headers['x-viewer-address'] = request.headers['x-viewer-address'] || {",
    test: 'test/integration/edge.test.ts',
    title: 'whatever the viewer claims',
  },
  {
    name: 'an IPv6 address by itself, not by its network',
    file: 'lambdas/runtime/cloudfront.ts',
    find: '.slice(0, 4)',
    replace: '.slice(0, 8)',
    test: 'lambdas/runtime/cloudfront.test.ts',
  },
  {
    name: 'a form of another site',
    file: 'lambdas/runtime/http-handler.ts',
    find: "if (!/^application\\/json\\b/i.test(event.headers['content-type'] ?? ''))",
    replace: 'if (!event.headers)',
    test: HANDLER_TEST,
  },
];
