import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '@/server/base/store-settings';
import {
  patientStore,
  type StoreClient,
  type StoreLimits,
  type StoreWatch,
  silenceMs,
  usualLimits,
} from '@/server/stores/patient-store';
import { type ResultStore, refuseOtherRange, StoreFault } from '@/server/stores/store';
import { storeFault } from '@/server/stores/store-words';
import { UploadWriter } from '@/server/stores/upload-writer';

const NAME = 'The S3 store';
const NAMES = { store: NAME, key: 'access key', place: 'bucket' };
/** The least that S3 takes. */
const PART_BYTES = 5 * 1024 * 1024;
/** Of a part: a slow line takes such a piece within seconds. */
const PIECE_BYTES = 64 * 1024;
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
  const client = clientOf(s3.S3Client, settings, silenceMs(limits.takeMs, PART_BYTES));
  const uploads = followUploads(client);
  const keyOf = (key: string) => prefix + key;
  const own: StoreClient = {
    isOnDisk: false,
    faultOf,
    write: async (key, moved) => {
      const { Upload } = await import('@aws-sdk/lib-storage');
      const Key = keyOf(key);
      return new UploadWriter((Body, signal) => {
        uploads.set(Key, { moved, signal });
        const upload = new Upload({
          client,
          params: { Bucket, Key, Body },
          partSize: PART_BYTES,
          queueSize: 1,
          // The library would tell that the parts can't be taken back, rather than what failed.
          leavePartsOnError: true,
        });
        signal.addEventListener('abort', () => void upload.abort(), { once: true });
        const takeBack = async (): Promise<void> => {
          const { uploadId: UploadId } = upload;
          if (UploadId !== undefined)
            await client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId }), {
              abortSignal: AbortSignal.timeout(limits.answerMs),
            });
        };
        return upload
          .done()
          .catch(async (thrown) => {
            // The first error says what is wrong. A store that is down can't take its parts back either.
            await takeBack().catch(() => undefined);
            throw thrown;
          })
          .finally(() => uploads.delete(Key));
      }, faultOf);
    },
    sizeOf: async (key, abortSignal) => {
      const Key = keyOf(key);
      try {
        const head = await client.send(new s3.HeadObjectCommand({ Bucket, Key }), { abortSignal });
        return head.ContentLength ?? 0;
      } catch (thrown) {
        const status = statusOf(thrown);
        if (status === 404) return null;
        if (status !== 400 && status !== 403) throw faultOf(thrown);
        // An answer without a body has no reason; the first byte of the file is refused with one.
        const first = new s3.GetObjectCommand({ Bucket, Key, Range: 'bytes=0-0' });
        throw faultOf(
          await client.send(first, { abortSignal }).then(
            () => thrown,
            (reason) => reason,
          ),
        );
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
  socketTimeout: number,
): S3Client {
  return new Client({
    region,
    maxAttempts: 3,
    // Services other than Amazon's store the framing of a streamed checksum as content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A request as a whole has no limit: a slow line takes minutes for a part.
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout },
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
  if (thrown instanceof StoreFault) return thrown;
  const code = thrown instanceof Error ? thrown.name : '';
  return storeFault(NAMES, { status: statusOf(thrown), code, date: dateOf(thrown) }, thrown);
}

function dateOf(thrown: unknown): string | null {
  if (typeof thrown !== 'object' || thrown === null || !('$response' in thrown)) return null;
  const { headers } = thrown.$response as { headers?: Record<string, string> };
  return headers?.date ?? null;
}

/** An upload in progress. */
interface FollowedUpload {
  /** Bytes of a request have left. */
  moved: (sentBytes: number) => void;
  /** Ends its requests: the library itself would leave them open. */
  signal: AbortSignal;
}

/** Follows a client's uploads, by the keys of their objects: their bodies are sent in pieces, and each piece counts. */
function followUploads(client: S3Client): Map<string, FollowedUpload> {
  const uploads = new Map<string, FollowedUpload>();
  const signals = new WeakMap<object, AbortSignal>();
  client.middlewareStack.add(
    (next) => (args) => {
      const { request } = args as { request: { body?: unknown } };
      const upload = uploads.get((args.input as { Key?: string }).Key ?? '');
      if (upload === undefined || !(request.body instanceof Uint8Array)) return next(args);
      // A copy: the next try sends the body again.
      const piecewise = Object.assign(Object.create(Object.getPrototypeOf(request)), request, {
        body: Readable.from(pieces(request.body, upload.moved)),
      });
      signals.set(piecewise, upload.signal);
      return next({ ...args, request: piecewise });
    },
    { step: 'deserialize', priority: 'low', name: 'followUploads' },
  );
  const { requestHandler } = client.config;
  const handle = requestHandler.handle.bind(requestHandler);
  requestHandler.handle = (request, options) => {
    const abortSignal = signals.get(request);
    return handle(request, abortSignal === undefined ? options : { ...options, abortSignal });
  };
  return uploads;
}

function* pieces(bytes: Uint8Array, moved: (sentBytes: number) => void): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    yield bytes.subarray(start, start + PIECE_BYTES);
    moved(Math.min(start + PIECE_BYTES, bytes.length));
  }
}
