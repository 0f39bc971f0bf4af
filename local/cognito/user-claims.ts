/** Selects the attributes of a user that tokens and userInfo contain. */

/**
 * Scope of every token that a sign-in through Cognito's API issues. Tokens of the hosted pages have it if the client
 * asks for it. It gives access to all attributes.
 */
export const API_SCOPE = 'aws.cognito.signin.user.admin';

const BY_SCOPE: Readonly<Record<string, readonly string[]>> = {
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
};

/**
 * Returns a user's attributes as claims. The scopes `profile` and `API_SCOPE`, and `openid` alone, give all readable
 * attributes. Otherwise `email` and `phone` give `sub` and their own attributes only. So a token for
 * `email openid phone` has no `name`.
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
