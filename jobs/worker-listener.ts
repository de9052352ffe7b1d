import pg from 'pg';
import { warnOf } from '@/server/base/database/database-down';
import { deadlines } from '@/server/base/database/patience';
import { writableAddress } from '@/server/base/database/several-hosts';
import { env } from '@/server/base/env';
import { RUN_CANCEL } from '@/server/runs/execute/cancel-run';
import { RUN_QUEUED } from '@/server/runs/execute/line-up';

/** The notifications that a worker listens for. */
interface Listeners {
  /** A run is to be stopped. */
  onCancel(runId: number): void;
  /** A run got in line, or a place came free while others wait. */
  onQueued(): void;
}

/**
 * The connection on which the worker is notified of runs. `ensure`, which the worker calls at every heartbeat, replaces
 * a lost connection and then looks for what was missed.
 */
export class WorkerListener {
  private client: pg.Client | null = null;

  constructor(private readonly listeners: Listeners) {}

  async ensure(): Promise<void> {
    if (this.client !== null) return this.ask(this.client);
    const client = new pg.Client({
      connectionString: await writableAddress(env().databaseDirectUrl),
      application_name: 'pushboard worker listener',
      ...deadlines(),
    });
    client.on('error', (error) => warnOf(error, "The worker's listening connection was lost"));
    client.on('end', () => {
      if (this.client === client) this.client = null;
    });
    client.on('notification', ({ channel, payload }) => {
      if (channel === RUN_QUEUED) this.listeners.onQueued();
      else this.listeners.onCancel(Number(payload));
    });
    await client.connect();
    await client.query(`listen ${RUN_CANCEL}; listen ${RUN_QUEUED}`);
    this.client = client;
    this.listeners.onQueued();
  }

  /** A server that hangs leaves its connections open, so each heartbeat asks it something. */
  private async ask(client: pg.Client): Promise<void> {
    await client.query('select').catch(async (error) => {
      if (this.client === client) this.client = null;
      await client.end();
      throw error;
    });
  }

  async stop(): Promise<void> {
    await this.client?.end();
  }
}
