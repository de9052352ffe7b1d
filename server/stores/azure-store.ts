import type { Agent } from 'node:http';
import type { BlobDownloadResponseParsed, ContainerClient, RequestPolicyFactory } from '@azure/storage-blob';
import type { AzureSettings } from '@/server/base/store-settings';
import { withDeadline } from '@/server/base/waiting/deadline';
import {
  patientStore,
  type StoreClient,
  type StoreLimits,
  type StoreWatch,
  usualLimits,
} from '@/server/stores/patient-store';
import { type ResultStore, refuseOtherRange, StoreFault } from '@/server/stores/store';
import { UploadWriter } from '@/server/stores/upload-writer';

const BLOCK_BYTES = 4 * 1024 * 1024;
/** What each try asks the service to keep. It is a parameter for the service: our own limits are those of `patientStore`. */
const TRY_MS = 10_000;
/** A list has 5,000 files at most. */
const MOST_ANSWER_BYTES = 16_000_000;
const NAME = 'Azure Blob Storage';

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
  return patientStore(NAME, clientOf(await containerOf(settings, options, limits.takeMs)), watch, limits);
}

function clientOf(container: ContainerClient): StoreClient {
  return {
    isOnDisk: false,
    faultOf,
    write: async (key) =>
      new UploadWriter(
        (body, abortSignal) =>
          container.getBlockBlobClient(key).uploadStream(body, BLOCK_BYTES, 1, { abortSignal }),
        faultOf,
      ),
    sizeOf: (key, abortSignal) =>
      orMissing(
        async () => (await container.getBlobClient(key).getProperties({ abortSignal })).contentLength ?? 0,
      ),
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
  requestMs: number,
): Promise<ContainerClient> {
  const azure = await import('@azure/storage-blob');
  const options = {
    retryOptions: { maxTries: 3, retryDelayInMs: 200, maxRetryDelayInMs: 2000, tryTimeoutInMs: TRY_MS },
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
        return withDeadline(requestMs, AbortSignal.any(callers), (signal) => {
          request.abortSignal = signal;
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

async function orMissing<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (thrown) {
    if (statusOf(thrown) === 404) return null;
    throw faultOf(thrown);
  }
}

const statusOf = (thrown: unknown): number | null =>
  typeof thrown === 'object' && thrown !== null && 'statusCode' in thrown ? Number(thrown.statusCode) : null;

function faultOf(thrown: unknown): StoreFault {
  if (thrown instanceof StoreFault) return thrown;
  return new StoreFault(wordsOf(statusOf(thrown)), { cause: thrown });
}

function wordsOf(status: number | null): string {
  if (status === 401 || status === 403) return `${NAME} refused the shared access signature.`;
  if (status === 404) return `The container, or the file in it, does not exist in ${NAME}.`;
  if (status === null || Number.isNaN(status)) return `${NAME} can't be reached.`;
  return `${NAME} answered with status ${status}.`;
}
