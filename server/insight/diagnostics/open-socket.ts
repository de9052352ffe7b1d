import { once } from 'node:events';
import { connect, type NetConnectOpts } from 'node:net';
import { TookTooLong } from '@/server/base/waiting/within-time';

const CONNECT_MS = 10_000;

/** Opens a connection and closes it again, without sending anything. Throws if it can't be opened. */
export async function openSocket(where: NetConnectOpts): Promise<void> {
  const socket = connect(where);
  const timer = setTimeout(() => socket.destroy(new TookTooLong(CONNECT_MS)), CONNECT_MS);
  try {
    await once(socket, 'connect');
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}
