import { Duration } from 'aws-cdk-lib';

/**
 * Timeout of a function behind API Gateway, which waits 29 seconds for a socket event and 30 for an HTTP request. With
 * a longer timeout, the function would run on after its caller got an error.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
export const INTEGRATION_TIMEOUT = Duration.seconds(29);
