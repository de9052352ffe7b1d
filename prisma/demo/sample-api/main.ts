import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitWithParent } from '@/server/base/exit-with-parent';
import { serveSampleApi } from './serve-api';

/** The process of the sample API: `main.ts {port} {folder}`. It knows nothing about the application. */
const [port = '', folder = ''] = process.argv.slice(2);
const api = await serveSampleApi({
  port: Number(port),
  folder,
  secret: readFileSync(join(folder, 'secret'), 'utf8').trim(),
});
process.stdout.write(`The sample API is at ${api.origin}\n`);

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await api.close();
  process.exit(0);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
exitWithParent(() => void stop());
