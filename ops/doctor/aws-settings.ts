export interface AwsSettings {
  readonly region: string;
  readonly credentials: () => Promise<{ readonly accessKeyId: string; readonly secretAccessKey: string }>;
  readonly maxAttempts: number;
  readonly requestHandler: object;
}
