import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  AccountSASPermissions,
  AccountSASResourceTypes,
  AccountSASServices,
  BlobServiceClient,
  type ContainerClient,
  generateAccountSASQueryParameters,
  StorageSharedKeyCredential,
} from '@azure/storage-blob';
import { freePort } from '@/scripts/starting/free-port';

/** The account that every Azurite has; its key is no secret. */
const ACCOUNT = 'devstoreaccount1';
const KEY = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

/** Microsoft's emulator of Azure Blob Storage, as a process of its own. */
export interface Azurite {
  accountUrl: string;
  container: ContainerClient;
  /** A shared access signature, for everything unless less is asked for. */
  sas(permissions?: string): string;
  stop(): Promise<void>;
}

export async function startAzurite(container = 'results'): Promise<Azurite> {
  const folder = await mkdtemp(join(tmpdir(), 'pushboard-azurite-'));
  const port = await freePort();
  const home = dirname(createRequire(import.meta.url).resolve('azurite/package.json'));
  const program = spawn(
    process.execPath,
    [
      join(home, 'dist/src/blob/main.js'),
      ...['--blobHost', '127.0.0.1', '--blobPort', String(port)],
      ...['--skipApiVersionCheck', '--inMemoryPersistence', '--disableTelemetry'],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], cwd: folder },
  );
  const exited = new Promise<void>((resolve) => program.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    program.stdout.on('data', (text: Buffer) => text.includes('successfully listens') && resolve());
    void exited.then(() => reject(new Error('Azurite ended before it listened')));
  });
  const credential = new StorageSharedKeyCredential(ACCOUNT, KEY);
  const accountUrl = `http://127.0.0.1:${port}/${ACCOUNT}`;
  const client = new BlobServiceClient(accountUrl, credential).getContainerClient(container);
  await client.create();
  return {
    accountUrl,
    container: client,
    sas: (permissions = 'rwdlac') =>
      generateAccountSASQueryParameters(
        {
          expiresOn: new Date(Date.now() + 3_600_000),
          permissions: AccountSASPermissions.parse(permissions),
          resourceTypes: AccountSASResourceTypes.parse('co').toString(),
          services: AccountSASServices.parse('b').toString(),
        },
        credential,
      ).toString(),
    async stop() {
      // It would wait for connections that its clients keep open, and has nothing to save.
      program.kill('SIGKILL');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
