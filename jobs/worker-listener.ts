import type pg from 'pg';
import { listenOn } from '@/server/base/events/listen-on';
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
    this.client = await listenOn({
      name: 'pushboard worker listener',
      channels: [RUN_CANCEL, RUN_QUEUED],
      onNotification: (channel, payload) => {
        if (channel === RUN_QUEUED) this.listeners.onQueued();
        else this.listeners.onCancel(Number(payload));
      },
      onLost: (client) => {
        if (this.client === client) this.client = null;
      },
    });
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
