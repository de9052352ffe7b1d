import pg from 'pg';
import { env } from '@/server/env';
import { log } from '@/server/log';
import { RUN_CANCEL } from '@/server/runs/cancel-run';

/**
 * Calls `onCancel` with the id of each run that is to be stopped. A lost connection is made again by
 * `ensure`, which the worker calls at every heartbeat; what was missed meanwhile is found there, too.
 */
export class CancelListener {
  private client: pg.Client | null = null;

  constructor(private readonly onCancel: (runId: number) => void) {}

  async ensure(): Promise<void> {
    if (this.client !== null) return;
    const client = new pg.Client({
      connectionString: env().databaseDirectUrl,
      application_name: 'pushboard worker listener',
      keepAlive: true,
    });
    client.on('error', (error) => log().warn({ err: error }, "The worker's listening connection was lost"));
    client.on('end', () => {
      if (this.client === client) this.client = null;
    });
    client.on('notification', ({ payload }) => this.onCancel(Number(payload)));
    await client.connect();
    await client.query(`listen ${RUN_CANCEL}`);
    this.client = client;
  }

  async stop(): Promise<void> {
    await this.client?.end();
  }
}
