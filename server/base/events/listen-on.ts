import pg from 'pg';
import { warnOf } from '@/server/base/database/database-down';
import { deadlines } from '@/server/base/database/patience';
import { writableAddress } from '@/server/base/database/several-hosts';
import { env } from '@/server/base/env';

interface Listening {
  /** How the database and the log call the connection. */
  name: string;
  channels: readonly string[];
  /** Announcements come from before the promise resolves on. */
  onNotification(channel: string, payload: string): void;
  /** May be called more than once, and also for a client that was never returned. */
  onLost(client: pg.Client): void;
}

/** Listens on a connection of its own. Throws if it can't, and keeps no connection then. */
export async function listenOn({ name, channels, onNotification, onLost }: Listening): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: await writableAddress(env().databaseDirectUrl),
    application_name: name,
    ...deadlines(),
  });
  client.on('error', (error) => {
    warnOf(error, `The connection of the ${name} was lost`);
    onLost(client);
  });
  client.on('end', () => onLost(client));
  client.on('notification', ({ channel, payload }) => onNotification(channel, payload ?? ''));
  await client.connect();
  try {
    await client.query(channels.map((channel) => `listen ${channel}`).join('; '));
  } catch (error) {
    // A server that doesn't answer leaves the connection open.
    void client.end();
    throw error;
  }
  return client;
}
