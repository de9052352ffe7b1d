import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect, type PeerCertificate, TLSSocket } from 'node:tls';
import { counted } from '@/lib/base/text/counted';
import { clock } from '@/server/base/clock';
import { isDatabaseDown } from '@/server/base/database/database-down';
import { pool } from '@/server/base/database/db';
import { env } from '@/server/base/env';
import { TookTooLong } from '@/server/base/waiting/within-time';
import { deservesALook, isBroken, isWell, type ServerChecker } from './server-finding';

const DAY_MS = 24 * 60 * 60 * 1000;
const SOON_DAYS = 21;
const DATABASE = 'Database';
/** Where there is no certificate that could be trusted. */
const NONE = '–';
const CONNECT_MS = 10_000;

/** What presents a certificate to us, by what it is for: names of hosts have no place here, and providers have a name of their own. */
interface Presenter {
  purpose: string;
  read(): Promise<Seen>;
}

interface Seen {
  certificate: Pick<PeerCertificate, 'valid_to'>;
  /** Why programs wouldn't trust it; null if they do. */
  distrust: string | null;
}

const PROBLEMS = {
  ended: 'the certificate has expired.',
  unknownHost: "the host isn't found. Correct the address, or the name service of this machine.",
  unread: "the certificate can't be read. The table says why.",
} as const;

/** When the certificates expire that this Pushboard shows, or relies on. */
export const checkCertificates: ServerChecker = async () => {
  const found = await Promise.all(presenters().map(look));
  const tables = [
    {
      title: 'Certificates',
      columns: ['For', 'Expires', 'Trusted'],
      rows: found.map(({ purpose, ends, trust }) => [purpose, ends, trust]),
    },
  ];
  const problems = Object.entries(PROBLEMS).flatMap(([state, words]) => {
    const those = found.filter((one) => one.state === state);
    return those.length === 0 ? [] : [`${namesOf(those)}: ${words}`];
  });
  if (problems.length > 0) return isBroken(problems.join(' '), { tables });
  const soon = found.filter(({ state }) => state === 'soon');
  if (soon.length > 0) return deservesALook(`${namesOf(soon)}: renew the certificate soon.`, { tables });
  const count = found.filter(({ trust }) => trust !== NONE).length;
  if (count === 0) return isWell('Nothing here uses a certificate.', { tables });
  return isWell(`${counted(count, 'certificate')}, none of which expires soon.`, { tables });
};

const namesOf = (some: { purpose: string }[]): string => some.map(({ purpose }) => purpose).join(', ');

function presenters(): Presenter[] {
  const { appUrl, mail, issuers, resultStore } = env();
  const ofStore =
    resultStore === null
      ? []
      : [resultStore.kind === 'azure' ? resultStore.accountUrl : resultStore.endpoint];
  const addresses: [string, string | null | undefined][] = [
    ['APP_URL', appUrl],
    ['Mail server', mail?.smtpUrl],
    ...ofStore.map((address): [string, string | null] => ['Store of results', address]),
    ...issuers.map(({ id, url }): [string, string] => [`Identity provider ${id}`, url]),
  ];
  const withTls = addresses.flatMap(([purpose, address]) =>
    address && /^(https|smtps):/.test(address) ? { purpose, read: () => readPresented(address) } : [],
  );
  return [...withTls, { purpose: DATABASE, read: readOfDatabase }];
}

async function look({ purpose, read }: Presenter) {
  try {
    const { certificate, distrust } = await read();
    const endsAtMs = Date.parse(certificate.valid_to);
    const days = Math.floor((endsAtMs - clock.nowMs()) / DAY_MS);
    const state = days < 0 ? 'ended' : days < SOON_DAYS ? 'soon' : 'well';
    const ends = `${new Date(endsAtMs).toISOString().slice(0, 10)}, ${days < 0 ? 'expired' : `in ${counted(days, 'day')}`}`;
    return { purpose, state, ends, trust: distrust ?? 'yes' } as const;
  } catch (error) {
    if (error instanceof WithoutTls)
      return { purpose, state: 'well', ends: 'without TLS', trust: NONE } as const;
    // Other checks say so.
    if (isDatabaseDown(error) && purpose === DATABASE) {
      return { purpose, state: 'well', ends: 'not known while the database is down', trust: NONE } as const;
    }
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no response';
    const state = code === 'ENOTFOUND' || code === 'EAI_AGAIN' ? 'unknownHost' : 'unread';
    return { purpose, state, ends: `unknown (${code})`, trust: NONE } as const;
  }
}

class WithoutTls extends Error {}

/** Connects to an address that the operator has configured, and reads its certificate, trusted or not. */
async function readPresented(address: string): Promise<Seen> {
  const { hostname, port, protocol } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    host,
    port: Number(port || (protocol === 'smtps:' ? 465 : 443)),
    ...(isIP(host) === 0 ? { servername: host } : {}),
    // What isn't trusted is reported, and nothing is sent to it.
    rejectUnauthorized: false,
  });
  const timer = setTimeout(() => socket.destroy(new TookTooLong(CONNECT_MS)), CONNECT_MS);
  try {
    await once(socket, 'secureConnect');
    return seenOf(socket);
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

/** Of a connection that the pool has open. */
async function readOfDatabase(): Promise<Seen> {
  const client = await pool().connect();
  try {
    const { stream } = client.connection;
    if (!(stream instanceof TLSSocket)) throw new WithoutTls();
    return seenOf(stream);
  } finally {
    client.release();
  }
}

/** Says of a distrusted certificate only the code of the reason: its text may name hosts. */
function seenOf(socket: TLSSocket): Seen {
  const certificate = socket.getPeerCertificate();
  if (socket.authorized) return { certificate, distrust: null };
  // A code, whatever its type says.
  const reason: unknown = socket.authorizationError;
  return { certificate, distrust: typeof reason === 'string' ? `no (${reason})` : 'no' };
}
