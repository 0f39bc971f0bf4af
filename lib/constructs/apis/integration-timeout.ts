import { Duration } from 'aws-cdk-lib';

/**
 * Timeout of a function behind API Gateway, which waits 29 seconds for a response on a socket, and 30 over HTTP. A
 * longer one would let the function run on after its caller got an error.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
export const INTEGRATION_TIMEOUT = Duration.seconds(29);
