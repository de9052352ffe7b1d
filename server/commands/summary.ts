import type { commandSummary } from '@/lib/contract/commands';
import type { Ours } from '@/lib/contract/wire';
import { commandAccess } from '@/server/access/scope';

export type CommandSummary = Ours<typeof commandSummary>;

interface PersonWithAccess {
  userId: string;
  name: string;
  accessLevel: CommandSummary['engineers'][number]['accessLevel'];
  role: 'admin' | 'runner';
}

export interface SummaryRow {
  command_id: number;
  org_id: string;
  name: string;
  description: string | null;
  visibility: CommandSummary['visibility'];
  folder_id: number | null;
  folder_name: string | null;
  origin_command_id: number | null;
  is_copycat: boolean;
  is_hidden: boolean;
  is_deleted: boolean;
  cloud_name: string;
  source_kind: string;
  source_name: string;
  version: number;
  template_id: number;
  role: CommandSummary['role'];
  level: CommandSummary['accessLevel'];
  people: PersonWithAccess[] | null;
  groups: { groupId: string; name: string; role: 'admin' | 'runner' }[] | null;
  last_run_at: Date | null;
  last_run_status: string | null;
}

/**
 * Everybody who has the command `c`, each once with their highest role: the same grants that
 * `commandAccess` counts for one person, turned around.
 */
const PEOPLE = `
  (select json_agg(json_build_object('userId', p.user_id, 'name', p.name, 'role', p.role, 'accessLevel', p.level)
      order by p.name)
   from (
     select distinct on (u.user_id) u.user_id, u.name, g.role, g.level
     from (
       select om.user_id, 'admin'::access_role as role, 'org' as level, 1 as rank
         from membership om where om.org_id = c.org_id and om.role = 'admin' and c.visibility <> 'justme'
       union all select c.created_by_user_id, 'admin', 'creator', 2
       union all select g.user_id, g.role, 'user_kit', 3
         from command_user_grant g where g.org_id = c.org_id and g.command_id = c.command_id
       union all select gm.user_id, g.role, 'kit', 4
         from command_group_grant g join group_member gm on gm.org_id = g.org_id and gm.group_id = g.group_id
         where g.org_id = c.org_id and g.command_id = c.command_id
       union all select g.user_id, g.role, 'dir', 5
         from folder_user_grant g where g.org_id = c.org_id and g.folder_id = c.folder_id
       union all select gm.user_id, g.role, 'dir', 5
         from folder_group_grant g join group_member gm on gm.org_id = g.org_id and gm.group_id = g.group_id
         where g.org_id = c.org_id and g.folder_id = c.folder_id
     ) g
     join "user" u on u.user_id = g.user_id
     left join membership pm on pm.org_id = c.org_id and pm.user_id = g.user_id
     where (pm.state = 'active' or (pm.state is null and g.level = 'user_kit'))
       and (c.visibility <> 'justme' or g.level = 'creator')
     order by u.user_id, g.role, g.rank
   ) p)`;

const GROUPS = `
  (select json_agg(json_build_object('groupId', ug.group_id, 'name', ug.name, 'role', g.role) order by ug.name)
   from command_group_grant g join user_group ug on ug.org_id = g.org_id and ug.group_id = g.group_id
   where g.org_id = c.org_id and g.command_id = c.command_id)`;

/** Commands with what the lists show of them, as the person in `$1` stands to each. */
export const SUMMARY_SQL = `
  select c.command_id, c.org_id, c.name, c.description, c.visibility, c.folder_id, f.name as folder_name,
    c.origin_command_id, c.is_hidden, c.deleted_at is not null as is_deleted, c.template_id,
    false as is_copycat, t.cloud_name, t.source_kind, k.name as source_name,
    c.version, access.role, access.level,
    ${PEOPLE} as people, ${GROUPS} as groups, latest.started_at as last_run_at, latest.status as last_run_status
  from command c
  join template t on t.org_id = c.org_id and t.template_id = c.template_id
  join credential k on k.org_id = t.org_id and k.credential_id = t.credential_id
  ${commandAccess('$1')}
  left join folder f on f.org_id = c.org_id and f.folder_id = c.folder_id
  left join lateral (
    select coalesce(r.started_at, r.created_at) as started_at, r.status from run r
    where r.org_id = c.org_id and r.command_id = c.command_id and access.role is not null
    order by r.created_at desc limit 1
  ) latest on true`;

/** To a caller without access, the people behind a public command are not named. */
export function summaryOf(row: SummaryRow): CommandSummary {
  const people = row.role === null ? [] : (row.people ?? []);
  const groups = row.role === null ? [] : (row.groups ?? []);
  const engineers = people.filter((person) => person.role === 'admin');
  return {
    commandId: row.command_id,
    orgId: row.org_id,
    name: row.name,
    description: row.description,
    visibility: row.visibility,
    folderId: row.folder_id,
    folderName: row.folder_name,
    originCommandId: row.origin_command_id,
    isCopycat: row.is_copycat,
    isHidden: row.is_hidden,
    isDeleted: row.is_deleted,
    isCommand: true,
    cloudName: row.cloud_name,
    sourceKind: row.source_kind,
    sourceName: row.source_name,
    version: row.version,
    hasAccess: row.role !== null,
    role: row.role,
    accessLevel: row.level,
    engineers,
    runners: people.filter((person) => person.role === 'runner'),
    engineerGroups: groups.filter((group) => group.role === 'admin'),
    runnerGroups: groups.filter((group) => group.role === 'runner'),
    nonOrgAdminEngineers: engineers.some((person) => person.accessLevel !== 'org'),
    lastRunAt: row.last_run_at?.toISOString() ?? null,
    lastRunStatus: row.last_run_status,
    template: { templateId: row.template_id, startupValues: null },
  };
}
