import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '@/server/base/store-settings';
import {
  patientStore,
  type StoreClient,
  type StoreLimits,
  type StoreWatch,
  usualLimits,
} from '@/server/stores/patient-store';
import { type ResultStore, refuseOtherRange, StoreFault } from '@/server/stores/store';
import { UploadWriter } from '@/server/stores/upload-writer';

const NAME = 'The S3 store';
const PART_BYTES = 8 * 1024 * 1024;
const CONNECT_MS = 10_000;

/**
 * A bucket. Its library is loaded at the first use. An object appears when its upload is completed: the parts of one that
 * failed are taken back, or left to the bucket's rule for incomplete uploads if the service can't be reached.
 */
export async function s3Store(
  settings: S3Settings,
  watch: StoreWatch | null = null,
  limits: StoreLimits = usualLimits,
): Promise<ResultStore> {
  const s3 = await import('@aws-sdk/client-s3');
  const { bucket: Bucket, prefix } = settings;
  const client = clientOf(s3.S3Client, settings, limits.takeMs / 2);
  const keyOf = (key: string) => prefix + key;
  const own: StoreClient = {
    isOnDisk: false,
    faultOf,
    write: async (key) => {
      const { Upload } = await import('@aws-sdk/lib-storage');
      return new UploadWriter((Body, signal) => {
        const params = { Bucket, Key: keyOf(key), Body };
        const upload = new Upload({ client, params, partSize: PART_BYTES, queueSize: 1 });
        signal.addEventListener('abort', () => void upload.abort(), { once: true });
        return upload.done().catch(async (thrown) => {
          // The library ends at once then, and leaves the parts.
          const { uploadId: UploadId } = upload;
          if (signal.aborted && UploadId !== undefined)
            await client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key: keyOf(key), UploadId }));
          throw thrown;
        });
      }, faultOf);
    },
    sizeOf: async (key, abortSignal) => {
      try {
        const head = await client.send(new s3.HeadObjectCommand({ Bucket, Key: keyOf(key) }), {
          abortSignal,
        });
        return head.ContentLength ?? 0;
      } catch (thrown) {
        if (statusOf(thrown) === 404) return null;
        throw faultOf(thrown);
      }
    },
    async *read(key, start, end, abortSignal) {
      if (end <= start) return;
      try {
        const Range = `bytes=${start}-${end - 1}`;
        const { Body, ContentRange } = await client.send(
          new s3.GetObjectCommand({ Bucket, Key: keyOf(key), Range }),
          {
            abortSignal,
          },
        );
        refuseOtherRange(NAME, start, ContentRange);
        // In Node.js the body is a stream.
        for await (const piece of Body as AsyncIterable<Uint8Array>) yield Buffer.from(piece);
      } catch (thrown) {
        throw faultOf(thrown);
      }
    },
    delete: async (key, abortSignal) => {
      const command = new s3.DeleteObjectCommand({ Bucket, Key: keyOf(key) });
      await client.send(command, { abortSignal }).catch((thrown) => {
        throw faultOf(thrown);
      });
    },
    async *list(begin, abortSignal) {
      const pages = s3.paginateListObjectsV2({ client }, { Bucket, Prefix: keyOf(begin) }, { abortSignal });
      for await (const page of pages) {
        for (const { Key = '', Size = 0 } of page.Contents ?? []) {
          yield { key: Key.slice(prefix.length), sizeBytes: Size };
        }
      }
    },
  };
  return patientStore(NAME, own, watch, limits);
}

function clientOf(
  Client: typeof S3Client,
  { endpoint, region, accessKeyId, secretAccessKey }: S3Settings,
  requestMs: number,
): S3Client {
  return new Client({
    region,
    maxAttempts: 3,
    // Services other than Amazon's store the framing of a streamed checksum as content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: requestMs, throwOnRequestTimeout: true },
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    ...(accessKeyId === null || secretAccessKey === null
      ? {}
      : { credentials: { accessKeyId, secretAccessKey } }),
  });
}

function statusOf(thrown: unknown): number | null {
  if (typeof thrown !== 'object' || thrown === null || !('$metadata' in thrown)) return null;
  const { httpStatusCode } = thrown.$metadata as { httpStatusCode?: number };
  return httpStatusCode ?? null;
}

function faultOf(thrown: unknown): StoreFault {
  return thrown instanceof StoreFault ? thrown : new StoreFault(wordsOf(statusOf(thrown)), { cause: thrown });
}

function wordsOf(status: number | null): string {
  if (status === 401 || status === 403) return 'The S3 store refused the access key.';
  if (status === 404) return 'The bucket, or the file in it, does not exist in the S3 store.';
  return status === null ? "The S3 store can't be reached." : `The S3 store answered with status ${status}.`;
}
