import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { seal } from '@/server/base/secrets/seal';
import { deleteFile, deleteLeftovers } from '@/server/results/stored/leftovers';
import { withApp } from '../support/app/app';
import { type Fault, S3Double } from '../support/doubles/stores/s3-double';

// Files of deleted results, in stores that answer and in one that doesn't.

withApp({});

const up = new S3Double('key-id', 'the secret');
const down = new S3Double('key-id', 'the secret');
let upId: number;
let downId: number;

beforeAll(async () => {
  upId = await remember('up', await up.start());
  downId = await remember('down', await down.start());
});
afterAll(async () => {
  await up.stop();
  await down.stop();
});
beforeEach(async () => {
  await prisma().resultLeftover.deleteMany();
  up.objects.clear();
  up.faultOf = () => null;
  down.faultOf = () => null;
});

/** A store as a result remembers it. */
async function remember(identity: string, endpoint: string): Promise<number> {
  const settings = {
    kind: 's3',
    endpoint,
    region: 'eu-central-1',
    bucket: 'results',
    prefix: '',
    accessKeyId: 'key-id',
    secretAccessKey: 'the secret',
  };
  const sealedSettings = new Uint8Array(seal(JSON.stringify(settings), `result store:${identity}`));
  return (await prisma().resultStore.create({ data: { identity, kind: 's3', sealedSettings } })).storeId;
}

const leave = (storeId: number, count: number) =>
  sql.query(
    `insert into result_leftover (store_id, key) select $1, 'file ' || i from generate_series(1, $2::int) i`,
    [storeId, count],
  );

const leftOf = (storeId: number) => prisma().resultLeftover.count({ where: { storeId } });

/** Counts the deletions that a store is asked for, and answers them so. */
function counted(s3: S3Double, fault: Fault | null): { count: number } {
  const asked = { count: 0 };
  s3.faultOf = ({ method }) => {
    if (method === 'DELETE') asked.count += 1;
    return fault;
  };
  return asked;
}

it('a dead store with a thousand files holds up no other, and is asked for one of them', async () => {
  await leave(downId, 1200);
  await leave(upId, 450);
  const asked = counted(down, 'error');
  expect(await deleteLeftovers()).toBe(450);
  expect([await leftOf(downId), await leftOf(upId)]).toEqual([1200, 0]);
  // The library tries an error of the server three times.
  expect(asked.count).toBeLessThanOrEqual(3);
});

it('a store that answers again is cleared in one go, several files at a time', async () => {
  await leave(upId, 450);
  let most = 0;
  let open = 0;
  up.faultOf = () => {
    open += 1;
    most = Math.max(most, open);
    setImmediate(() => {
      open -= 1;
    });
    return null;
  };
  expect(await deleteLeftovers()).toBe(450);
  expect(most).toBeGreaterThan(1);
  expect(await leftOf(upId)).toBe(0);
});

it('deletions don’t wait for a store that has just failed', async () => {
  const asked = counted(down, 'error');
  for (let run = 1; run <= 20; run += 1) await deleteFile(downId, `file ${run}`);
  expect(await leftOf(downId)).toBe(20);
  expect(asked.count).toBeLessThanOrEqual(3);
  down.faultOf = () => null;
  expect(await deleteLeftovers()).toBe(20);
  await deleteFile(downId, 'one more');
  expect(await leftOf(downId)).toBe(0);
});

it('a store whose key is missing keeps its files until it can be opened, and holds up no other', async () => {
  await leave(downId, 3);
  await leave(upId, 3);
  const { sealedSettings } = await prisma().resultStore.findUniqueOrThrow({ where: { storeId: downId } });
  const damaged = new Uint8Array(sealedSettings).fill(0, -1);
  await prisma().resultStore.update({ where: { storeId: downId }, data: { sealedSettings: damaged } });
  expect(await deleteLeftovers()).toBe(3);
  await prisma().resultStore.update({
    where: { storeId: downId },
    data: { sealedSettings: new Uint8Array(sealedSettings) },
  });
  expect(await deleteLeftovers()).toBe(3);
});
