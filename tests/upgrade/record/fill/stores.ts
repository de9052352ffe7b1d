import { S3Double } from '../../../support/doubles/stores/s3-double';
import { type Calls, MARIA } from '../calls';
import type { Commands } from '../make-commands';
import type { Workspace } from '../workspace';

const KEY = 'recorded-key';
/** Larger than what is stored with its run. */
const ROWS = 200;

/**
 * Creates a result in a bucket, which is deleted while the bucket doesn't answer, so that its file is left over. Call it
 * without a worker; afterward, results go to the disk again.
 */
export async function fillStores(workspace: Workspace, calls: Calls, command: Commands): Promise<void> {
  const bucket = new S3Double(KEY, KEY);
  const settings = {
    RESULT_STORE: 's3',
    S3_ENDPOINT: await bucket.start(),
    S3_BUCKET: 'results',
    S3_ACCESS_KEY_ID: KEY,
    S3_SECRET_ACCESS_KEY: KEY,
  };
  await workspace.startWeb(settings);
  await workspace.startWorker(settings);
  const find = command('findOrders');
  const runId = await calls.run(find, { customer_name: null, row_limit: ROWS });
  if (bucket.objects.size === 0) throw new Error('The bucket has no result');
  await workspace.stopWorker();
  await bucket.stop();
  await calls.inSandbox('DELETE', `/kits/${find.kitId}/runs/${runId}/result`, undefined, MARIA);
  await workspace.startWeb();
}
