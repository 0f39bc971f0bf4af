/**
 * List prices of AWS in us-east-1, in US dollars, without free tiers, read on 2026-11-22 from the pages that the
 * comments name or from public copies. Look them up before you rely on them.
 */
const MILLION = 1_000_000;
const GB = 1_000_000_000;

export const PRICES = {
  /** arm64, first tier. https://aws.amazon.com/lambda/pricing/ */
  lambdaGbSecond: 0.000_013_333_4,
  lambdaRequest: 0.2 / MILLION,
  /** Per 32 KB of a message, in either direction. https://aws.amazon.com/api-gateway/pricing/ */
  socketMessage: 1 / MILLION,
  socketMinute: 0.25 / MILLION,
  /** HTTP API, per 512 KB of a request. */
  httpRequest: 1 / MILLION,
  /** On demand. https://aws.amazon.com/dynamodb/pricing/on-demand/ */
  writeUnit: 0.625 / MILLION,
  readUnit: 0.125 / MILLION,
  /** To viewers in North America and Europe, first tier. https://aws.amazon.com/cloudfront/pricing/ */
  byteOut: 0.085 / GB,
  siteRequest: 0.01 / 10_000,
  /** https://aws.amazon.com/xray/pricing/ */
  trace: 5 / MILLION,
  /** Ingestion, standard class. https://aws.amazon.com/cloudwatch/pricing/ */
  logByte: 0.5 / GB,
} as const;

/** Bytes of one billed step of a socket message. */
export const MESSAGE_STEP = 32 * 1024;
