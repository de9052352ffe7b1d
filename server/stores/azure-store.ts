import type { Agent } from 'node:http';
import type { BlobDownloadResponseParsed, ContainerClient, RequestPolicyFactory } from '@azure/storage-blob';
import { clock } from '@/server/base/clock';
import type { AzureSettings } from '@/server/base/store-settings';
import { withDeadline } from '@/server/base/waiting/deadline';
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

const BLOCK_BYTES = 4 * 1024 * 1024;
/** A list has 5,000 files at most. */
const MOST_ANSWER_BYTES = 16_000_000;
const NAME = 'Azure Blob Storage';
const NAMES = { store: NAME, key: 'shared access signature', place: 'container' };

/** The agent of one request; throws if its host may not be reached. */
export type AgentFor = (url: string) => Promise<Agent>;

export interface AzureOptions {
  /**
   * Makes the agent of each request where the address comes from an organization, and refuses addresses that it may not
   * reach.
   */
  agentFor?: AgentFor;
  watch?: StoreWatch;
  limits?: StoreLimits;
  /** Ends every request, for a store that is opened for one caller. */
  caller?: AbortSignal;
}

/**
 * A container. Its library is loaded at the first use. A blob appears when its last block is committed: what was sent of
 * one that failed is never visible, and Azure deletes it.
 */
export async function azureStore(settings: AzureSettings, options: AzureOptions = {}): Promise<ResultStore> {
  const { watch = null, limits = usualLimits } = options;
  const movers: Movers = new Map();
  const container = await containerOf(settings, options, { takeMs: limits.takeMs, movers });
  return patientStore(NAME, clientOf(container, movers, faultsOf(settings)), watch, limits);
}

/** Whom to tell that bytes of a file have left, by the path of its address. */
type Movers = Map<string, (sentBytes: number) => void>;

const pathOf = (url: string): string => new URL(url).pathname;

function clientOf(
  container: ContainerClient,
  movers: Movers,
  faultOf: (thrown: unknown) => StoreFault,
): StoreClient {
  return {
    isOnDisk: false,
    faultOf,
    write: async (key, moved) => {
      const blob = container.getBlockBlobClient(key);
      const path = pathOf(blob.url);
      return new UploadWriter((body, abortSignal) => {
        movers.set(path, moved);
        return blob.uploadStream(body, BLOCK_BYTES, 1, { abortSignal }).finally(() => movers.delete(path));
      }, faultOf);
    },
    sizeOf: async (key, abortSignal) => {
      try {
        return (await container.getBlobClient(key).getProperties({ abortSignal })).contentLength ?? 0;
      } catch (thrown) {
        if (statusOf(thrown) === 404) return null;
        throw faultOf(thrown);
      }
    },
    async *read(key, start, end, abortSignal) {
      if (end <= start) return;
      let answer: BlobDownloadResponseParsed;
      try {
        answer = await container.getBlobClient(key).download(start, end - start, {
          maxRetryRequests: 3,
          abortSignal,
        });
        refuseOtherRange(NAME, start, answer.contentRange);
        for await (const piece of answer.readableStreamBody ?? []) yield Buffer.from(piece);
      } catch (thrown) {
        throw faultOf(thrown);
      }
    },
    delete: async (key, abortSignal) => {
      await container
        .getBlobClient(key)
        .deleteIfExists({ abortSignal })
        .catch((thrown) => {
          throw faultOf(thrown);
        });
    },
    async *list(prefix, abortSignal) {
      for await (const { name, properties } of container.listBlobsFlat({ prefix, abortSignal })) {
        yield { key: name, sizeBytes: properties.contentLength ?? 0 };
      }
    },
  };
}

async function containerOf(
  { accountUrl, container, sas }: AzureSettings,
  { agentFor, caller }: AzureOptions,
  { takeMs, movers }: { takeMs: number; movers: Movers },
): Promise<ContainerClient> {
  const azure = await import('@azure/storage-blob');
  const options = {
    // Without a limit for each try, the service gives a block ten minutes per megabyte.
    retryOptions: { maxTries: 3, retryDelayInMs: 200, maxRetryDelayInMs: 2000 },
  };
  const guarding: RequestPolicyFactory = {
    create: (next) => ({
      sendRequest: async (request) => {
        if (agentFor !== undefined) request.agent = await agentFor(request.url);
        // Not every method of the library passes its signal on, and none has a limit of its own.
        const flood = new AbortController();
        // Whatever isn't streamed, such as a list or an error, is in memory as a whole.
        request.onDownloadProgress = ({ loadedBytes }) => {
          if (loadedBytes > MOST_ANSWER_BYTES) flood.abort();
        };
        const callers = [request.abortSignal, caller, flood.signal].filter(
          (each) => each instanceof AbortSignal,
        );
        return withDeadline(takeMs, AbortSignal.any(callers), (signal, again) => {
          request.abortSignal = signal;
          request.onUploadProgress = ({ loadedBytes }) => {
            again(silenceMs(takeMs, loadedBytes));
            movers.get(pathOf(request.url))?.(loadedBytes);
          };
          return next.sendRequest(request);
        });
      },
    }),
  };
  const url = `${accountUrl.replace(/\/+$/, '')}/${container}?${sas.replace(/^\?/, '')}`;
  const pipeline = azure.newPipeline(new azure.AnonymousCredential(), options);
  pipeline.factories.push(guarding);
  return new azure.ContainerClient(url, pipeline);
}

const statusOf = (thrown: unknown): number | null =>
  typeof thrown === 'object' && thrown !== null && 'statusCode' in thrown ? Number(thrown.statusCode) : null;

/** What failed, in words. A signature says itself for how long it is valid. */
function faultsOf({ sas }: AzureSettings): (thrown: unknown) => StoreFault {
  const signature = new URLSearchParams(sas.replace(/^\?/, ''));
  return (thrown) => {
    if (thrown instanceof StoreFault) return thrown;
    const status = statusOf(thrown);
    const refusal = status === 403 ? outsideItsTime(signature) : null;
    if (refusal !== null) return new StoreFault(refusal, { cause: thrown, mayPass: false });
    const known = status === null || Number.isNaN(status) ? null : status;
    return storeFault(NAMES, { status: known, code: codeOf(thrown), date: dateOf(thrown) }, thrown);
  };
}

/** Whether a shared access signature has expired or isn't valid yet, by this server's clock. */
function outsideItsTime(signature: URLSearchParams): string | null {
  const [start, expiry] = ['st', 'se'].map((name) => Date.parse(signature.get(name) ?? ''));
  const nowMs = clock.nowMs();
  if (expiry !== undefined && nowMs > expiry) {
    return `The shared access signature for ${NAME} expired on ${signature.get('se')}.`;
  }
  if (start === undefined || !(nowMs < start)) return null;
  return `The shared access signature for ${NAME} is valid from ${signature.get('st')} on. If that has passed, set this server's clock.`;
}

const codeOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : '';

function dateOf(thrown: unknown): string | null {
  if (typeof thrown !== 'object' || thrown === null || !('response' in thrown)) return null;
  const { headers } = (thrown.response ?? {}) as { headers?: { get(name: string): string | undefined } };
  return headers?.get('date') ?? null;
}
