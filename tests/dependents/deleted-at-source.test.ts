import { expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { syncedCommands } from '../sources/sync-support';
import { withApp } from '../support/app/app';
import { withSource } from '../support/app/source';
import { createOrganizations, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { createScheduledJob } from '../support/things/schedules';

withApp();
const source = withSource('create schema shop', createOrganizations);
const { commandOf, look } = syncedCommands(source);

it('a command that its source no longer has is listed with what needs it, before it is deleted', async () => {
  const routine = (name: string) => `create function shop.${name}() returns int language sql as 'select 1'`;
  const [cleanId = 0, otherId = 0, quietId = 0] = await commandOf(
    `${routine('clean')}; ${routine('other')}; ${routine('quiet')}`,
    'shop.clean()',
    'shop.other()',
    'shop.quiet()',
  );
  await createScheduledJob(ORG_A, cleanId, people.creator, {
    name: 'Clean-up',
    nextRunAt: new Date('2027-01-01T03:00:00Z'),
  });
  await prisma().decoration.create({
    data: {
      orgId: ORG_A,
      commandId: otherId,
      kind: 'row',
      name: 'Clean',
      targetCommandId: cleanId,
      createdByUserId: people.creator,
    },
  });
  await source.query('drop function shop.clean; drop function shop.quiet');
  const { deleted } = await look();
  const byCommand = new Map(deleted.map((row) => [row.kit_id, row.dependents]));
  expect(byCommand.get(cleanId)).toMatchObject([
    {
      dependents: [
        { kind: 'button', name: 'Clean', kit_id: otherId },
        { kind: 'job', name: 'Clean-up', owner_name: 'creator', next_time: '2027-01-01T03:00:00.000Z' },
      ],
      hidden: [],
    },
  ]);
  expect(byCommand.get(quietId)).toEqual([{ dependents: [], hidden: [] }]);
});
