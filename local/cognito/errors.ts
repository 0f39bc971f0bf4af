/**
 * Error with which Cognito refuses a call. The JSON APIs send its name as `__type`; the token endpoint answers
 * `invalid_grant`; the hosted pages show its message.
 */
export class CognitoError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

export const notAuthorized = (message: string) => new CognitoError('NotAuthorizedException', message);
export const invalidParameter = (message: string) => new CognitoError('InvalidParameterException', message);
export const userNotFound = () => new CognitoError('UserNotFoundException', 'User does not exist.');
