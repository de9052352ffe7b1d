import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { hostsOf, readHosts } from '@/server/base/database/database-hosts';
import { writableAddress } from '@/server/base/database/several-hosts';
import { env } from '@/server/base/env';
import { networkPolicy } from '@/server/connections/network-policy';
import { withApp } from '../../support/app/app';
import { commit, withSource } from '../../support/app/source';
import { withWorker } from '../../support/app/worker';
import { type CuttingPooler, startCuttingPooler } from '../../support/doubles/poolers/cutting-pooler';
import { startSharingPooler } from '../../support/doubles/poolers/sharing-pooler';
import { createOrganizations, type MadeCommand } from '../../support/things/organizations';
import { runSync } from '../../support/things/runs';

const several = (url: string, ports: readonly number[]): string =>
  url.replace(/@[^/]*/, `@${ports.map((port) => `127.0.0.1:${port}`).join(',')}`);

/** Two ways to one server, in the place of a primary and the standby that is promoted. */
let primary: CuttingPooler;
let standby: CuttingPooler;
withApp({}, async ({ url }) => {
  const { hostname, port } = new URL(inject('adminDatabaseUrl'));
  const direct = Object.assign(new URL(url), { hostname, port, search: '' }).href;
  [primary, standby] = [await startCuttingPooler(direct), await startCuttingPooler(direct)];
  const databaseUrl = `${several(direct, [primary.port, standby.port])}?target_session_attrs=read-write`;
  return { databaseUrl, directUrl: databaseUrl, close: standby.close };
});
const source = withSource(
  `create function one() returns integer language sql as 'select 1'`,
  createOrganizations,
);
withWorker();

let command: MadeCommand;
beforeAll(async () => {
  command = await commit(source, 'public.one()');
});

describe('S60 a database with several hosts', () => {
  it('goes on with the next host when the first is gone', async () => {
    expect(await runSync(command, {})).toMatchObject({ body: { status: 'success' } });
    await primary.close();
    await expect.poll(() => runSync(command, {})).toMatchObject({ status: 200, body: { status: 'success' } });
  });

  it('is out of reach of the connections of commands, whichever host takes changes', () => {
    expect(networkPolicy().forbidden).toEqual(
      expect.arrayContaining([`127.0.0.1:${primary.port}`, `127.0.0.1:${standby.port}`]),
    );
  });
});

describe('the host of several', () => {
  const startHost = async (isReadOnly: boolean): Promise<number> => {
    const host = await startSharingPooler([isReadOnly ? 'on' : 'off']);
    onTestFinished(() => host.close());
    return host.port;
  };
  const chosen = async (ports: readonly number[], search = ''): Promise<string> => {
    const url = readHosts(several(`postgres://app@any/app${search}`, ports));
    return new URL(await writableAddress(url)).port;
  };

  it('is the first that takes changes, and not a standby', async () => {
    const [down, reader, writer] = [1, await startHost(true), await startHost(false)];
    expect(await chosen([down, reader, writer])).toBe(String(writer));
    expect(await chosen([down, reader, writer], '?target_session_attrs=any')).toBe(String(reader));
  });

  it('is missing, in the words of a database that takes no changes, if all are standbys', async () => {
    await expect(chosen([await startHost(true), await startHost(true)])).rejects.toMatchObject({
      code: '25006',
    });
    await expect(chosen([1, 2])).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('is one of the hosts of the configuration', () => {
    expect(hostsOf(env().databaseUrl)).toHaveLength(2);
  });
});
