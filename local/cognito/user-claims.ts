/** Attributes of a user that tokens and userInfo tell. */

/** The scope of tokens that the API (not the hosted UI) issues: it reads everything. */
export const API_SCOPE = 'aws.cognito.signin.user.admin';

const BY_SCOPE: Readonly<Record<string, readonly string[]>> = {
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
};

/**
 * Attributes as claims. `openid` alone, `profile` and API sign-ins tell all readable attributes; `openid` with
 * `email` or `phone` only theirs. So with `email openid phone` a token has no `name`.
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
