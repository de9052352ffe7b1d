import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '@/scripts/postgres/connect';
import type { Workspace } from './workspace';

/** @param question returns whether something has come that far */
export async function until(workspace: Workspace, question: string, id: number): Promise<void> {
  await withClient(workspace.databaseUrl, async (client) => {
    for (let tries = 0; tries < 200; tries += 1) {
      const { rows } = await client.query<{ is_so: boolean }>(question, [id]);
      if (rows[0]?.is_so === true) return;
      await sleep(100);
    }
    throw new Error(`${id} did not get where it should: ${question}`);
  });
}
