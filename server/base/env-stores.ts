import { z } from 'zod';
import { oneOf, webAddress } from './env-values';
import type { StoreSettings } from './store-settings';

/** The variables of the store of results, by name, with their formats. */
export const resultStoreVariables = {
  RESULT_STORE: oneOf(['disk', 'azure', 's3'], 'disk').meta({
    description:
      'Where result files are kept: `disk`, `azure`, or `s3`. After a change, earlier results stay where they are and can still be read.',
  }),
  AZURE_BLOB_URL: webAddress().optional().meta({
    description:
      'With `azure`, the address of the storage account, such as `https://account.blob.core.windows.net`.',
  }),
  AZURE_BLOB_CONTAINER: z.string().optional().meta({
    description: 'With `azure`, the container.',
  }),
  AZURE_BLOB_SAS: z.string().optional().meta({
    description:
      'With `azure`, a shared access signature that may read, write, list, and delete in the container.',
  }),
  S3_BUCKET: z.string().optional().meta({
    description: 'With `s3`, the bucket.',
  }),
  S3_REGION: z.string().default('us-east-1').meta({
    description: "The bucket's region.",
  }),
  S3_ENDPOINT: webAddress().optional().meta({
    description: "The address of an S3-compatible service; empty for Amazon's own.",
  }),
  S3_PREFIX: z.string().default('').meta({
    description: 'What keys begin with, such as `pushboard/`.',
  }),
  S3_ACCESS_KEY_ID: z.string().optional().meta({
    description: "The access key. Without one, the machine's own credentials are used.",
  }),
  S3_SECRET_ACCESS_KEY: z.string().optional().meta({
    description: "The access key's secret.",
  }),
};

type Read = z.output<z.ZodObject<typeof resultStoreVariables>>;

const REQUIRED = {
  disk: {},
  azure: {
    AZURE_BLOB_URL: 'the address of the storage account',
    AZURE_BLOB_CONTAINER: 'the name of the container',
    AZURE_BLOB_SAS: 'a shared access signature',
  },
  s3: { S3_BUCKET: 'the name of the bucket' },
} as const;

/** What the chosen store needs and isn't set. */
export function missingStoreVariables(read: Read): { path: string[]; message: string }[] {
  const since = `since RESULT_STORE is ${read.RESULT_STORE}`;
  const missing = Object.entries(REQUIRED[read.RESULT_STORE])
    .filter(([name]) => read[name as keyof Read] === undefined)
    .map(([name, wanted]) => ({ path: [name], message: `must be ${wanted}, ${since}` }));
  const hasKey = read.S3_ACCESS_KEY_ID !== undefined;
  if (hasKey === (read.S3_SECRET_ACCESS_KEY !== undefined)) return missing;
  const path = [hasKey ? 'S3_SECRET_ACCESS_KEY' : 'S3_ACCESS_KEY_ID'];
  return [...missing, { path, message: 'must be set together with the other half of the key' }];
}

/** The container of the environment, as a connection; null if it isn't set completely. */
export function environmentStoreOf(read: Read): Record<string, string> | null {
  const { AZURE_BLOB_URL: accountUrl, AZURE_BLOB_CONTAINER: container, AZURE_BLOB_SAS: sas } = read;
  return accountUrl === undefined || container === undefined || sas === undefined
    ? null
    : { accountUrl, container, sas };
}

/** The store that the operator chose; null for the disk. */
export function resultStoreOf(read: Read): StoreSettings | null {
  switch (read.RESULT_STORE) {
    case 'disk':
      return null;
    case 'azure':
      return {
        kind: 'azure',
        accountUrl: read.AZURE_BLOB_URL ?? '',
        container: read.AZURE_BLOB_CONTAINER ?? '',
        sas: read.AZURE_BLOB_SAS ?? '',
      };
    case 's3':
      return {
        kind: 's3',
        endpoint: read.S3_ENDPOINT ?? null,
        region: read.S3_REGION,
        bucket: read.S3_BUCKET ?? '',
        prefix: read.S3_PREFIX,
        accessKeyId: read.S3_ACCESS_KEY_ID ?? null,
        secretAccessKey: read.S3_SECRET_ACCESS_KEY ?? null,
      };
  }
}
