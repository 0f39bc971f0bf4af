/** Deletes up to 1,000 objects in a call. https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html */
import { wireError } from '../aws-json/aws-json-service.ts';
import { arnOf } from './authorize-write-and-missing-key.ts';
import type { Operation } from './operation-of-request.ts';
import { invalidRequest, malformedXml } from './s3-error.ts';
import { elementsIn, rootOf, textIn, xmlDocument } from './xml.ts';

const MAX_OBJECTS = 1_000;

export const deleteObjects: Operation = async ({ store }, call) => {
  const { bucket, headers, body, checksum } = call;
  if (headers['content-md5'] === undefined && checksum === undefined)
    throw invalidRequest('Missing required header for this request: Content-MD5 OR x-amz-checksum-*');
  const xml = rootOf(body.toString(), 'Delete');
  const keys = elementsIn(xml, 'Object').map((object) => textIn(object, 'Key'));
  if (keys.length === 0 || keys.length > MAX_OBJECTS || keys.includes(undefined)) throw malformedXml();
  const isQuiet = textIn(xml, 'Quiet') === 'true';
  const results = keys.map((Key = '') => {
    try {
      call.authorize('s3:DeleteObject', arnOf(bucket, Key));
    } catch (error) {
      return { Error: [{ Key, Code: 'AccessDenied', Message: wireError(error).message }] };
    }
    store.removeObject(bucket, Key);
    return { Deleted: isQuiet ? [] : [{ Key }] };
  });
  return {
    body: xmlDocument('DeleteResult', {
      Deleted: results.flatMap(({ Deleted = [] }) => Deleted),
      Error: results.flatMap(({ Error: failed = [] }) => failed),
    }),
  };
};
