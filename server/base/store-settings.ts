import { z } from 'zod';

/** A container of Azure Blob Storage, and the shared access signature to use it with. */
const azureSettings = z.strictObject({
  kind: z.literal('azure'),
  /** Such as `https://account.blob.core.windows.net`. */
  accountUrl: z.string(),
  container: z.string(),
  sas: z.string(),
});

/** A bucket of Amazon S3, or of a service with the same API. */
const s3Settings = z.strictObject({
  kind: z.literal('s3'),
  /** Null for Amazon's own. */
  endpoint: z.string().nullable(),
  region: z.string(),
  bucket: z.string(),
  /** What keys begin with, such as `pushboard/`; empty for nothing. */
  prefix: z.string(),
  /** Null to use the keys of the machine that Pushboard runs on. */
  accessKeyId: z.string().nullable(),
  secretAccessKey: z.string().nullable(),
});

/** Where results are kept, apart from the disk. */
export const storeSettings = z.discriminatedUnion('kind', [azureSettings, s3Settings]);

export type StoreSettings = z.output<typeof storeSettings>;
export type AzureSettings = z.output<typeof azureSettings>;
export type S3Settings = z.output<typeof s3Settings>;

/** What tells one store from another. Keys and signatures may change; the results in it are the same. */
export function locationOf(settings: StoreSettings): string {
  return settings.kind === 'azure'
    ? `azure ${settings.accountUrl} ${settings.container}`
    : `s3 ${settings.endpoint ?? ''} ${settings.bucket} ${settings.prefix}`;
}
