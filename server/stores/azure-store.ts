import type { Agent } from 'node:http';
import type { BlobDownloadResponseParsed, ContainerClient, RequestPolicyFactory } from '@azure/storage-blob';
import type { AzureSettings } from '@/server/base/store-settings';
import { type ResultStore, StoreFault } from '@/server/stores/store';
import { UploadWriter } from '@/server/stores/upload-writer';

const BLOCK_BYTES = 4 * 1024 * 1024;
const ANSWER_MS = 60_000;
const NAME = 'Azure Blob Storage';

/** The agent of one request; throws if its host may not be reached. */
export type AgentFor = (url: string) => Promise<Agent>;

/**
 * A container. Its library is loaded at the first use. A blob appears when its last block is committed: what was sent of
 * one that failed is never visible, and Azure deletes it.
 *
 * @param agentFor makes the agent of each request where the address comes from an organization, and refuses addresses
 *   that it may not reach
 */
export async function azureStore(settings: AzureSettings, agentFor: AgentFor | null): Promise<ResultStore> {
  const container = await containerOf(settings, agentFor);
  return {
    isOnDisk: false,
    write: async (key) =>
      new UploadWriter(
        (body) => container.getBlockBlobClient(key).uploadStream(body, BLOCK_BYTES, 1),
        faultOf,
      ),
    sizeOf: (key) =>
      orMissing(async () => (await container.getBlobClient(key).getProperties()).contentLength ?? 0),
    async *read(key, start, end) {
      if (end <= start) return;
      let answer: BlobDownloadResponseParsed;
      try {
        answer = await container.getBlobClient(key).download(start, end - start, { maxRetryRequests: 3 });
        for await (const piece of answer.readableStreamBody ?? []) yield Buffer.from(piece);
      } catch (thrown) {
        throw faultOf(thrown);
      }
    },
    delete: async (key) => {
      await container
        .getBlobClient(key)
        .deleteIfExists()
        .catch((thrown) => {
          throw faultOf(thrown);
        });
    },
    async *list(prefix) {
      for await (const { name, properties } of container.listBlobsFlat({ prefix })) {
        yield { key: name, sizeBytes: properties.contentLength ?? 0 };
      }
    },
  };
}

async function containerOf(
  { accountUrl, container, sas }: AzureSettings,
  agentFor: AgentFor | null,
): Promise<ContainerClient> {
  const azure = await import('@azure/storage-blob');
  const options = {
    retryOptions: { maxTries: 3, retryDelayInMs: 200, maxRetryDelayInMs: 2000, tryTimeoutInMs: ANSWER_MS },
  };
  const { factories } = azure.newPipeline(new azure.AnonymousCredential(), options);
  const guarding: RequestPolicyFactory = {
    create: (next) => ({
      sendRequest: async (request) => {
        if (agentFor !== null) request.agent = await agentFor(request.url);
        return next.sendRequest(request);
      },
    }),
  };
  const url = `${accountUrl.replace(/\/+$/, '')}/${container}?${sas.replace(/^\?/, '')}`;
  return new azure.ContainerClient(url, new azure.Pipeline([...factories, guarding]));
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
