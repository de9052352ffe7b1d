import { expect, it } from 'vitest';
import { attentionKinds } from '@/lib/contract/dependents/attention';
import { dependentKinds, inputDependentKinds } from '@/lib/contract/dependents/dependents';
import { sql } from '@/server/base/database/db';

import { withApp } from '../support/app/app';
import { keysInto } from './keys-into';

withApp();

const keysOf = async (table: string) => {
  const keys = await sql.query<{ key: string }>(
    `select distinct k.conrelid::regclass::text || '.' || a.attname as key
     from pg_constraint k
     join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
     where k.contype = 'f' and k.confrelid = $1::regclass and a.attname <> 'org_id' order by 1`,
    [table],
  );
  return keys.map(({ key }) => key.replaceAll('"', ''));
};

it.each(Object.entries(keysInto))('every key into %s has an answer in the map', async (table, known) => {
  expect(Object.keys(known).toSorted()).toEqual(await keysOf(table));
});

/** Owners of what runs with the rights of a person; other keys into people say who did something. */
const OF_PEOPLE = ['scheduled_job.owner_user_id', 'webhook.owner_user_id'];
const BY_PEOPLE =
  /^(access_request|access_token|approval_request|combined_download|command_user_grant|error_(group|hit|mail)|folder_user_grant|former_person_name|history_view|identity|job_alert|join_token|mail_message|membership|notification|oauth_code|person_figure|pinned_command|recent_command|run|run_confirmation|run_group|run_mark|session|sign_in_link|startup_value)\.|\.(created|modified)_by_user_id$/;

it('a key into people is of what runs with their rights, or says who did or gets something', async () => {
  const others = (await keysOf('"user"')).filter((key) => !BY_PEOPLE.test(key));
  expect(others).toEqual(OF_PEOPLE);
});

it('each kind that the map names is one that people are shown', () => {
  const shown = new Set<string>([
    ...dependentKinds,
    ...inputDependentKinds,
    ...attentionKinds,
    'command',
    'access',
  ]);
  const named = Object.values(keysInto).flatMap((keys) =>
    Object.values(keys).flatMap((answer) => ('kind' in answer ? [answer.kind] : [])),
  );
  expect(named.filter((kind) => !shown.has(kind))).toEqual([]);
});
