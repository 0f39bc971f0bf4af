/**
 * Error with which Cognito refuses a call. The JSON APIs send the error's name as `__type`, and the message as
 * `message`. The hosted pages show the message. The OAuth endpoints send an OAuth code instead of the name:
 * `/oauth2/token` sends `invalid_grant`, and `/oauth2/userInfo` sends `invalid_token`.
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
