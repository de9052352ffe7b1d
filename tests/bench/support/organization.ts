import type { Client } from 'pg';
import { withClient } from '@/scripts/postgres/connect';
import { startBenchApp } from './bench-app';
import { fillLibrary, LIBRARY } from './fill-library';
import { measure, printTable } from './measure';
import { logDuration, timeRequests } from './time-requests';

const ORG = 'sandbox-1';
const OWNER = 'demo-dana';
const MEMBERS = 5_000;
const EVENTS = 1_000_000;

/** An organization of thousands, with the events of years. */
export async function benchOrganization(): Promise<void> {
  const app = await startBenchApp('select 1');
  try {
    await withClient(app.databaseUrl, async (client) => {
      await logDuration(`${LIBRARY.commands} commands`, () => fillLibrary(client, ORG, OWNER));
      await logDuration(`${MEMBERS} members`, () => fillMembers(client));
      await logDuration(`${EVENTS} audit events`, () => fillAudit(client));
    });
    const lists = {
      'GET members': `/${ORG}/members`,
      'GET members, not removed': `/${ORG}/members?filter=is_deleted:False`,
      'GET groups': `/${ORG}/groups`,
      'GET changelog': `/${ORG}/changelog`,
      'GET skinny-kits-diff of a member': `/${ORG}/skinny-kits-diff/demo-bench-1`,
      'GET skinny-kits-diff of an admin': `/${ORG}/skinny-kits-diff/demo-bench-60`,
    };
    printTable('As an admin (milliseconds)', await timeRequests(app, OWNER, lists));
    printTable('As a member (milliseconds)', await timeRequests(app, 'demo-bench-1', lists));
    const oldest = `filter=time:lt:2000-01-02T00:00:00Z`;
    printTable(
      `The audit log of ${EVENTS} events (milliseconds)`,
      await timeRequests(app, OWNER, {
        'GET audit': `/${ORG}/audit`,
        'GET audit, by one person': `/${ORG}/audit?filter=user_id:demo-bench-7`,
        'GET audit, of one kind': `/${ORG}/audit?filter=action:member.role`,
        'GET audit, a rare kind by one person': `/${ORG}/audit?filter=action:member.role&filter=user_id:demo-bench-7`,
        'GET audit, about one thing': `/${ORG}/audit?filter=subject_type:command&filter=subject_id:77`,
        'GET audit, the oldest': `/${ORG}/audit?${oldest}`,
        'GET audit, nothing of the kind': `/${ORG}/audit?filter=action:none`,
        'GET audit/actions': `/${ORG}/audit/actions`,
      }),
    );
    const everything = await measure(1, () => exportAll(`${app.origin}/api/v1/${ORG}/audit/export`));
    console.log(`\nExporting all of it: ${(everything.median / 1000).toFixed(1)} s`);
  } finally {
    await app.stop();
  }
}

async function exportAll(url: string): Promise<void> {
  const response = await fetch(url, { headers: { 'x-demo-user-id': OWNER } });
  for await (const _ of response.body ?? []) {
    // The content doesn't matter.
  }
}

async function fillMembers(client: Client): Promise<void> {
  await client.query(
    `insert into "user" (user_id, name, email)
     select 'demo-more-' || i, 'More ' || i, 'more' || i || '@example.com' from generate_series(1, $1::int) i`,
    [MEMBERS - LIBRARY.people],
  );
  await client.query(
    `insert into membership (org_id, user_id, role, state)
     select $1, 'demo-more-' || i, 'member',
       case when i % 50 = 0 then 'deleted' when i % 40 = 0 then 'pending' else 'active' end::membership_state
     from generate_series(1, $2::int) i`,
    [ORG, MEMBERS - LIBRARY.people],
  );
  await client.query(
    `insert into group_member (org_id, group_id, user_id)
     select $1, 'bench-group-' || (i % $2::int + 1), 'demo-more-' || i from generate_series(1, $3::int) i`,
    [ORG, LIBRARY.groups, MEMBERS - LIBRARY.people],
  );
}

/** One event every five minutes since the beginning of 2000: nearly all are runs. */
async function fillAudit(client: Client): Promise<void> {
  await client.query(
    `insert into audit_event (org_id, at, actor_user_id, action, subject_type, subject_id, after)
     select $1, timestamptz '2000-01-01' + i * interval '5 minutes', 'demo-bench-' || (i * 7 % 300 + 1),
       case when i % 500 = 0 then 'member.role' when i % 20 = 0 then 'command.update' else 'run.start' end,
       case when i % 500 = 0 then 'member' else 'command' end,
       case when i % 500 = 0 then 'demo-bench-' || (i % 300 + 1) else (i % 5000)::text end,
       '{"role": "member"}'
     from generate_series(1, $2::int) i`,
    [ORG, EVENTS],
  );
  await client.query('analyze');
}
