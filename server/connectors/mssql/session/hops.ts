import { connect, type Socket } from 'node:net';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import type { PinnedAddress } from '@/server/connectors/_shared/network-guard';

const connectTimeoutMs = 10_000;
const keepAliveMs = 30_000;
/** The address that was entered, and the one that Azure sends a client on to. */
const mostHops = 2;

export interface Place {
  address: PinnedAddress;
  port: number;
}

/**
 * The sockets of a session that is being opened: one at the address that was entered, and one more where the server sends the
 * client on. They end with the signal, also while the driver sets up TLS and doesn't know its socket yet.
 */
export class Hops {
  /** The error if no socket could be opened, or null. */
  refusal: unknown = null;
  private count = 0;
  private socket: Socket | null = null;
  private tellClosed = (_error: Error): void => {};

  /** @param where the host and port that were entered */
  constructor(
    private readonly where: string,
    private readonly signal: AbortSignal,
  ) {}

  /** Opens the next socket. */
  async next(place: () => Promise<Place>): Promise<Socket> {
    try {
      this.count += 1;
      if (this.count > mostHops) throw sentOnTwice(this.where);
      const socket = await openSocket(await place(), this.signal);
      this.socket = socket;
      socket.once('close', () => this.onClose(socket));
      return socket;
    } catch (error) {
      this.refusal = error;
      throw error;
    }
  }

  destroy(reason: Error): void {
    this.socket?.destroy(reason);
  }

  /**
   * Rejects if the last socket closes while the driver is opening a session: within a login, the driver itself would wait for
   * the rest forever. Never resolves.
   */
  closed(): Promise<never> {
    return new Promise((_, reject) => {
      this.tellClosed = reject;
    });
  }

  private onClose(socket: Socket): void {
    // What the driver has to say about it comes first, and so does the next hop.
    setImmediate(() => {
      if (socket === this.socket) this.tellClosed(new Error('The server closed the connection'));
    });
  }
}

function sentOnTwice(where: string): ConnectorError {
  const message = `${where} sent Pushboard on to another server, and that one sent it on again. Ask the server's administrator, or connect to the last server itself.`;
  return new ConnectorError('unreachable', message);
}

function openSocket({ address, port }: Place, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const onAbort = (): void => void socket.destroy(signal.reason);
    const socket = connect({ host: address.address, port, family: address.family });
    const timer = setTimeout(() => {
      socket.destroy(Object.assign(new Error('No answer'), { code: 'ETIMEDOUT' }));
    }, connectTimeoutMs);
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    socket.once('error', (error) => {
      settle();
      reject(error);
    });
    socket.once('connect', () => {
      settle();
      socket.removeAllListeners('error');
      socket.setKeepAlive(true, keepAliveMs);
      resolve(socket);
    });
  });
}
