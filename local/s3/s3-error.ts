/** Errors with S3's codes and messages. https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */

/** Error that the caller gets as XML. `details` become further elements of the XML. */
export class S3Error extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: Readonly<Record<string, string>>;
  constructor(code: string, status: number, message: string, details: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = code;
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

export const accessDenied = (message = 'Access Denied', details: Readonly<Record<string, string>> = {}) =>
  new S3Error('AccessDenied', 403, message, details);

export const noSuchKey = (key: string) =>
  new S3Error('NoSuchKey', 404, 'The specified key does not exist.', { Key: key });

export const noSuchBucket = (bucket: string) =>
  new S3Error('NoSuchBucket', 404, 'The specified bucket does not exist', { BucketName: bucket });

export const noSuchUpload = (uploadId: string) =>
  new S3Error(
    'NoSuchUpload',
    404,
    'The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.',
    { UploadId: uploadId },
  );

export const preconditionFailed = (condition: string) =>
  new S3Error('PreconditionFailed', 412, 'At least one of the pre-conditions you specified did not hold', {
    Condition: condition,
  });

export const invalidArgument = (message: string, name: string, value: string) =>
  new S3Error('InvalidArgument', 400, message, { ArgumentName: name, ArgumentValue: value });

export const invalidRequest = (message: string) => new S3Error('InvalidRequest', 400, message);

export const badDigest = (message: string) => new S3Error('BadDigest', 400, message);

export const malformedXml = () =>
  new S3Error(
    'MalformedXML',
    400,
    'The XML you provided was not well-formed or did not validate against our published schema',
  );

export const notEmulated = (what: string) =>
  new S3Error('NotImplemented', 501, `The local stack does not emulate S3's ${what}`);
