import { describe, expect, it } from 'vitest';
import { ACCESS } from '../../support/route-access.ts';
import { dev } from '../synthesized-deployments.ts';
import { needs, plainId, resourcesOf, short, theResource } from '../template-queries.ts';

const routes = resourcesOf(dev.app, 'AWS::ApiGatewayV2::Route').map(({ properties }) => properties);
const byKey = (key: string) => routes.find(({ RouteKey }) => RouteKey === key);

/** Routes for callers without an account. */
const PUBLIC = new Set([
  ...['POST /api/waitlist', 'POST /signup', 'POST /api/password/reset'],
  ...['GET /api/shared/{shareId}', 'POST /api/shared/{shareId}/report'],
]);
/** A route that exists only in a deployment that sends mail. `dev` sends none. */
const WITH_MAIL = 'POST /api/support';

export function apiSpecs(): void {
  describe('APIs', () => {
    it('requires an ID token of the client on every HTTP route but the public ones (sign-up and shared chats)', () => {
      const http = routes.filter(({ ApiId }) => short(ApiId) === 'HttpApi');
      const expected = Object.keys(ACCESS).filter((key) => key !== WITH_MAIL);
      expect(http.map(({ RouteKey }) => RouteKey).sort()).toEqual(expected.sort());
      for (const { RouteKey, AuthorizationType } of http)
        expect([RouteKey, AuthorizationType]).toEqual([
          RouteKey,
          PUBLIC.has(String(RouteKey)) ? 'NONE' : 'JWT',
        ]);
      const { JwtConfiguration } = theResource(
        dev.app,
        'AWS::ApiGatewayV2::Authorizer',
        'HttpApi',
      ).properties;
      const { Issuer, Audience } = JwtConfiguration as { Issuer: unknown; Audience: unknown[] };
      expect(short(Issuer)).toBe('https://cognito-idp.us-east-1.AWS::URLSuffix/UsersPool');
      expect(Audience.map(short)).toEqual(['WebClient']);
    });

    it('has no CORS: one origin (docs/safety.md 24)', () => {
      for (const { properties } of resourcesOf(dev.app, 'AWS::ApiGatewayV2::Api'))
        expect(properties).not.toHaveProperty('CorsConfiguration');
    });

    it('authorizes a socket by its subprotocol, which no log records (docs/safety.md 7 and 8)', () => {
      expect(byKey('$connect')?.AuthorizationType).toBe('CUSTOM');
      const { properties } = theResource(dev.app, 'AWS::ApiGatewayV2::Authorizer', 'SocketApi');
      expect(properties.AuthorizerType).toBe('REQUEST');
      // With an identity source, API Gateway would refuse a header in another case before the function runs.
      expect(properties.IdentitySource ?? []).toEqual([]);
      const authorize = theResource(dev.app, 'AWS::Lambda::Function', 'FunctionsAuthorize').properties;
      const { Variables } = authorize.Environment as { Variables: Record<string, unknown> };
      expect(short(Variables.ALLOWED_ORIGINS)).toBe('https://SiteDistribution');
    });

    it('logs neither headers nor paths', () => {
      for (const { properties } of resourcesOf(dev.app, 'AWS::ApiGatewayV2::Stage')) {
        const { Format } = properties.AccessLogSettings as { Format: string };
        expect(Format).not.toMatch(/header|path|authorizer\.(?!error)|identity|querystring/i);
      }
    });

    it('has a route for each socket event and for the end of a connection; only ping has a route response', () => {
      const socket = routes.filter(({ ApiId }) => short(ApiId) === 'SocketApi');
      expect(socket.map(({ RouteKey }) => RouteKey).sort()).toEqual(
        ['$connect', '$disconnect', 'chat', 'initChat', 'likeMessage', 'ping', 'stopReply'].sort(),
      );
      for (const { RouteKey, RouteResponseSelectionExpression } of socket)
        expect(RouteResponseSelectionExpression).toBe(RouteKey === 'ping' ? '$default' : undefined);
    });

    it('answers a ping without a function', () => {
      expect(
        theResource(dev.app, 'AWS::ApiGatewayV2::Integration', 'SocketApiPing').properties,
      ).toMatchObject({
        IntegrationType: 'MOCK',
        RequestTemplates: { 200: '{"statusCode":200}' },
      });
      expect(theResource(dev.app, 'AWS::ApiGatewayV2::IntegrationResponse').properties).toMatchObject({
        IntegrationResponseKey: '/200/',
        ResponseTemplates: { 200: '{"type":"pong"}' },
      });
    });

    it('names the stage as the path that CloudFront forwards, and throttles both APIs', () => {
      const stages = resourcesOf(dev.app, 'AWS::ApiGatewayV2::Stage').map(({ properties }) => properties);
      expect(stages.map(({ StageName }) => StageName).sort()).toEqual(['$default', 'socket']);
      for (const { DefaultRouteSettings } of stages)
        expect(DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: expect.any(Number) });
    });

    it('tells functions where to post, without a dependency on the stage', () => {
      const { properties } = theResource(dev.app, 'AWS::Lambda::Function', 'RepliesReplyE');
      const { Variables } = properties.Environment as { Variables: Record<string, unknown> };
      expect(short(Variables.SOCKET_ENDPOINT)).toBe(
        'https://SocketApi.execute-api.us-east-1.AWS::URLSuffix/socket',
      );
    });
  });

  describe('order of creation (docs/architecture.md 1)', () => {
    const chain = [
      ['AWS::ApiGatewayV2::Api', 'HttpApi'],
      ['AWS::CloudFront::Distribution', ''],
      ['AWS::Cognito::UserPoolClient', 'WebClient'],
      ['AWS::ApiGatewayV2::Authorizer', 'HttpApi'],
      ['AWS::ApiGatewayV2::Route', 'HttpApiGETapichatsgetChats'],
    ] as const;
    const ids = chain.map(
      ([type, prefix]) => resourcesOf(dev.app, type).find(({ id }) => id.startsWith(prefix))?.id ?? '',
    );

    it.each(ids.slice(1).map((id, index) => [plainId(ids[index] ?? ''), plainId(id), ids[index] ?? '', id]))(
      '%s comes before %s',
      (_before, _after, before, after) => {
        expect(needs(dev.app, after)).toContain(before);
        expect(needs(dev.app, before)).not.toContain(after);
      },
    );

    it('has no cycle, and the data stack needs nothing of the app stack', () => {
      for (const template of [dev.app, dev.data])
        for (const { id } of resourcesOf(template)) expect(() => needs(template, id)).not.toThrow();
      expect(JSON.stringify(dev.data.toJSON())).not.toContain('Fn::ImportValue');
    });

    it('lets API Gateway write logs before a stage asks for it', () => {
      const stage = theResource(dev.app, 'AWS::ApiGatewayV2::Stage', 'SocketApi').id;
      const account = theResource(dev.app, 'AWS::ApiGateway::Account');
      expect(needs(dev.app, stage)).toContain(account.id);
      const [role = '', ...more] = [...needs(dev.app, account.id)];
      expect([plainId(role), more]).toEqual(['SocketApiLoggingRole', []]);
    });

    it('keeps the logging role and its rights, when the stack is deleted', () => {
      const [role, ...policies] = resourcesOf(dev.app).filter(({ id }) =>
        id.startsWith('SocketApiLoggingRole'),
      );
      expect(policies).toEqual([]);
      expect(role?.body.DeletionPolicy).toBe('Retain');
      expect(JSON.stringify(role?.properties.Policies)).toContain('logs:PutLogEvents');
      expect(theResource(dev.app, 'AWS::ApiGateway::Account').body.DeletionPolicy).toBe('Retain');
    });
  });
}
