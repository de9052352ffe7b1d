import { allOf } from '@/lib/base/text/lists';
import { clock } from '@/server/base/clock';
import type { OutsideService, Trouble } from '@/server/base/outside/troubles';
import { troublesEverywhere } from '@/server/base/outside/troubles-everywhere';
import { fact, isBroken, isWell, type ServerChecker, seconds } from './server-finding';

const NAMES: Readonly<Record<OutsideService, string>> = {
  results: 'Result store',
  mail: 'Mail server',
  sign_in: 'Sign-in',
  directory: 'Directory',
  traces: 'Traces',
};

/** Whether what Pushboard calls for itself answered when it was last called: what `/readyz` tells of. */
export const checkServices: ServerChecker = async () => {
  const troubles = await troublesEverywhere();
  if (troubles.length === 0) return isWell('Each service answered when it was last called.');
  const facts = troubles.map((trouble) => fact(NAMES[trouble.service], `failing ${howLong(trouble)}`));
  const names = allOf(troubles.map(({ service }) => NAMES[service]));
  const isLogOnly = troubles.some(({ cause }) => cause === undefined);
  return isBroken(`${names} failed when last called.${isLogOnly ? ' The log says why.' : ''}`, { facts });
};

/** For how long a service has failed, and why if that is known: `for 3 m 4 s: it refuses connections`. */
export function howLong({ since, cause }: Trouble): string {
  const elapsed = `for ${seconds(Math.round((clock.nowMs() - Date.parse(since)) / 1000))}`;
  return cause === undefined ? elapsed : `${elapsed}: ${cause}`;
}
