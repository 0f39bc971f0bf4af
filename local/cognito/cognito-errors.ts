/**
 * Error with which Cognito refuses a call. JSON APIs send its name as `__type`. Instead of the name, `/oauth2/token`
 * sends `invalid_grant`, and `/oauth2/userInfo` sends `invalid_token`.
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
