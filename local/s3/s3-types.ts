import type { IncomingHttpHeaders } from 'node:http';

/** Properties of an AWS::S3::Bucket that the emulator uses, with references resolved. */
export interface BucketProperties {
  readonly LifecycleConfiguration?: { readonly Rules: readonly LifecycleRule[] };
  readonly CorsConfiguration?: { readonly CorsRules: readonly CorsRule[] };
}

export interface LifecycleRule {
  readonly Status: 'Enabled' | 'Disabled';
  readonly Prefix?: string;
  readonly ExpirationInDays?: number;
  readonly AbortIncompleteMultipartUpload?: { readonly DaysAfterInitiation: number };
}

export interface CorsRule {
  readonly AllowedOrigins: readonly string[];
  readonly AllowedMethods: readonly string[];
  readonly AllowedHeaders?: readonly string[];
  readonly ExposedHeaders?: readonly string[];
  readonly MaxAge?: number;
}

/** Call of an operation by an authenticated caller. */
export interface S3Call {
  readonly bucket: string;
  /** Decoded key; empty for a call on the bucket. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Checksum that the caller sent. It has been compared with the body. */
  readonly checksum: Checksum | undefined;
  /** Throws AccessDenied unless the caller has the right. */
  readonly authorize: (action: string, resource: string, context?: Readonly<Record<string, string>>) => void;
  readonly may: (action: string, resource: string) => boolean;
}

export interface S3Reply {
  /** @default 200 */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** @default no body */
  readonly body?: string | Buffer;
}

export interface Checksum {
  readonly algorithm: ChecksumAlgorithm;
  /** Base64. The checksum of an object that was uploaded in parts ends with `-` and the number of parts. */
  readonly value: string;
}
export type ChecksumAlgorithm = 'CRC32' | 'SHA1' | 'SHA256';

export interface ObjectFacts {
  readonly bucket: string;
  readonly key: string;
  /** With its quotation marks. */
  readonly etag: string;
  readonly size: number;
  /** Unix milliseconds, a multiple of 1,000. */
  readonly lastModified: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly checksum?: Checksum;
}

export interface Part {
  readonly number: number;
  readonly etag: string;
  readonly size: number;
  /** Unix milliseconds, a multiple of 1,000. */
  readonly lastModified: number;
  readonly checksum?: Checksum;
}

export interface MultipartUpload {
  readonly uploadId: string;
  readonly bucket: string;
  readonly key: string;
  /** Unix milliseconds. */
  readonly initiated: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly checksumAlgorithm?: ChecksumAlgorithm;
  readonly parts: Readonly<Record<number, Part>>;
}
