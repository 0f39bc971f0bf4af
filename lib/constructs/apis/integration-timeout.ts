import { Duration } from 'aws-cdk-lib';

/**
 * Timeout of a function behind API Gateway. API Gateway waits 29 seconds for the response to a socket event, and 30
 * seconds for the response to an HTTP request. With a longer timeout, a function would run on after its caller got an
 * error.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
export const INTEGRATION_TIMEOUT = Duration.seconds(29);
