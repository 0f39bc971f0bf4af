/** Scope of tokens from sign-ins through Cognito's API. It gives access to all attributes. */
export const API_SCOPE = 'aws.cognito.signin.user.admin';

const BY_SCOPE: Readonly<Record<string, readonly string[]>> = {
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
};

/**
 * Returns a user's attributes as claims. The scopes `email` and `phone` limit the claims to `sub` and the attributes of
 * these scopes, so a token for `openid email` has no `name`. The scope `profile` or API_SCOPE removes this limit.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/authorization-endpoint.html
 */
export function attributeClaims(readable: Record<string, string>, scope: string): Record<string, unknown> {
  const scopes = scope.split(' ');
  const named = scopes.flatMap((one) => BY_SCOPE[one] ?? []);
  const all = scopes.includes('profile') || scopes.includes(API_SCOPE) || named.length === 0;
  const told = Object.entries(readable).filter(([name]) => name === 'sub' || all || named.includes(name));
  return Object.fromEntries(
    told.map(([name, value]) => [name, name.endsWith('_verified') ? value === 'true' : value]),
  );
}
