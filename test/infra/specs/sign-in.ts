import { describe, expect, it } from 'vitest';
import { dev, prod } from '../synthesized-deployments.ts';
import { short, theResource } from '../template-queries.ts';

export function signInSpecs(): void {
  describe('sign-in', () => {
    const pool = theResource(dev.data, 'AWS::Cognito::UserPool').properties;
    const client = theResource(dev.app, 'AWS::Cognito::UserPoolClient', 'WebClient').properties;

    it('lets users sign up only through the trigger (docs/safety.md 12)', () => {
      expect(short((pool.LambdaConfig as Record<string, unknown>).PreSignUp)).toBe('UsersPreSignUp');
      dev.data.hasResourceProperties('AWS::Lambda::Permission', { Principal: 'cognito-idp.amazonaws.com' });
    });

    it('knows users by a verified e-mail address, whatever its case', () => {
      expect(pool).toMatchObject({
        UsernameAttributes: ['email'],
        UsernameConfiguration: { CaseSensitive: false },
        AutoVerifiedAttributes: ['email'],
        UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
        UserPoolTier: 'ESSENTIALS',
        MfaConfiguration: 'OPTIONAL',
        EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      });
      expect(pool).not.toHaveProperty('SmsConfiguration');
    });

    it('asks for passwords of at least eight characters, without composition rules (docs/spec.md 5)', () => {
      expect(pool.Policies).toEqual({
        PasswordPolicy: {
          MinimumLength: 8,
          RequireLowercase: false,
          RequireUppercase: false,
          RequireNumbers: false,
          RequireSymbols: false,
        },
      });
    });

    it('lets sign-up write name and address, and gives no token that could write more (docs/safety.md 13)', () => {
      expect(client.WriteAttributes).toEqual(['email', 'name']);
      expect(client.AllowedOAuthScopes).not.toContain('aws.cognito.signin.user.admin');
    });

    it('allows the authorization code alone, does not reveal who has an account, and revokes tokens', () => {
      expect(client).toMatchObject({
        AllowedOAuthFlows: ['code'],
        AllowedOAuthScopes: ['email', 'openid', 'phone'],
        // Rotation excludes ALLOW_REFRESH_TOKEN_AUTH, and an empty list would mean Cognito's password flows.
        ExplicitAuthFlows: ['ALLOW_CUSTOM_AUTH'],
        RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 60 },
        GenerateSecret: false,
        PreventUserExistenceErrors: 'ENABLED',
        EnableTokenRevocation: true,
        SupportedIdentityProviders: ['COGNITO'],
      });
    });

    it('gives tokens of half an hour, renewed for thirty days', () => {
      expect(client).toMatchObject({
        IdTokenValidity: 30,
        AccessTokenValidity: 30,
        RefreshTokenValidity: 30 * 24 * 60,
        TokenValidityUnits: { IdToken: 'minutes', AccessToken: 'minutes', RefreshToken: 'minutes' },
      });
    });

    it.each([
      ['the distribution', dev, 'https://SiteDistribution/'],
      ['the domain', prod, 'https://chat.example.com/'],
    ])('returns to the root of %s and nowhere else (docs/safety.md 26)', (_, cloud, root) => {
      const { CallbackURLs, LogoutURLs } = theResource(
        cloud.app,
        'AWS::Cognito::UserPoolClient',
        'WebClient',
      ).properties;
      expect((CallbackURLs as unknown[]).map(short)).toEqual([root]);
      expect((LogoutURLs as unknown[]).map(short)).toEqual([root, `${root}?logout`]);
    });

    it('checks passwords at a client that only the server can use', () => {
      const own = theResource(dev.app, 'AWS::Cognito::UserPoolClient', 'SecondFactorClient').properties;
      expect(own).toMatchObject({
        // CDK adds the second flow. The refresh tokens of this client never leave the function.
        ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
        AllowedOAuthFlowsUserPoolClient: false,
        PreventUserExistenceErrors: 'ENABLED',
        AccessTokenValidity: 5,
        RefreshTokenValidity: 60,
        WriteAttributes: ['email'],
      });
      expect(own).not.toHaveProperty('CallbackURLs');
      const [{ JwtConfiguration }] = [
        theResource(dev.app, 'AWS::ApiGatewayV2::Authorizer', 'HttpApi').properties,
      ];
      expect(JSON.stringify(JwtConfiguration)).not.toContain('SecondFactor');
    });

    it('has a group of administrators', () => {
      dev.data.hasResourceProperties('AWS::Cognito::UserPoolGroup', { GroupName: 'admins' });
    });

    it('gives no AWS credentials to callers who are not signed in', () => {
      const { AllowUnauthenticatedIdentities } = theResource(
        dev.app,
        'AWS::Cognito::IdentityPool',
      ).properties;
      expect(AllowUnauthenticatedIdentities).toBe(false);
    });
  });
}
