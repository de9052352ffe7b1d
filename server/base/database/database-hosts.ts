/** The parts of a Postgres address that may name several hosts, as libpq reads it: `postgres://user@one,two:5433/name`. */
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)([^?#]*)(?:\?([^#]*))?$/;

/** How the further hosts of an address are kept, in a parameter that no client knows. */
const FURTHER = 'pushboard_hosts';

/** What libpq's `target_session_attrs` may be here: Pushboard changes data, so a standby is of no use. */
const SESSIONS = ['read-write', 'primary', 'any'] as const;

/** Why an address with several hosts is not valid. */
export class HostsError extends Error {}

/**
 * Rewrites an address with several hosts to one with the first of them, which every parser of addresses understands. The
 * others are kept in a parameter; see `hostsOf`. Other addresses stay as they are.
 *
 * @throws HostsError if it asks for a standby, or if the number of ports doesn't match the number of hosts
 */
export function readHosts(address: string): string {
  const [, start, authority = '', path = '', search = ''] = ADDRESS.exec(address) ?? [];
  if (start === undefined) return address;
  const parameters = new URLSearchParams(search);
  const wanted = parameters.get('target_session_attrs');
  if (wanted !== null && !SESSIONS.some((session) => session === wanted)) {
    throw new HostsError(`must not ask for ${wanted}: target_session_attrs is read-write, primary, or any`);
  }
  const named = parameters.get('host');
  // A host that begins with a slash is the folder of a socket file.
  const isNamed = named !== null && !named.startsWith('/');
  if (!(isNamed ? named : authority).includes(',')) return address;
  const hosts = isNamed ? withPorts(named.split(','), parameters.get('port')) : authority.split(',');
  if (hosts.some((host) => host === '' || host.startsWith(':')))
    throw new HostsError('must name each of its hosts');
  parameters.delete('host');
  parameters.delete('port');
  parameters.set(FURTHER, hosts.join(','));
  return `${start}${hosts[0]}${path}?${parameters}`;
}

/** The ports of libpq's `port=`: one for all hosts, or one for each. */
function withPorts(hosts: string[], ports: string | null): string[] {
  if (ports === null) return hosts;
  const each = ports.split(',');
  if (each.length !== 1 && each.length !== hosts.length) {
    throw new HostsError('must have one port, or as many as it has hosts');
  }
  return hosts.map((host, index) => `${host}:${each[index] ?? each[0]}`);
}

/** The hosts of an address that was read, each with its port if one is named. */
export function hostsOf(address: string): string[] {
  const url = new URL(address);
  return url.searchParams.get(FURTHER)?.split(',') ?? [url.host];
}

/** The same address with one host. */
export function withHost(address: string, host: string): string {
  const url = new URL(address);
  url.port = '';
  url.host = host;
  url.searchParams.delete(FURTHER);
  return url.href;
}

/** What a host must be for an address with several. */
export const wantedSession = (address: string): 'any' | 'read-write' =>
  new URL(address).searchParams.get('target_session_attrs') === 'any' ? 'any' : 'read-write';
