import { afterAll, beforeAll, beforeEach } from 'vitest';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { directoryOrgs } from '@/server/people/directory/first-org';
import { syncGroups, syncPeople } from '@/server/people/directory/sync';
import { type ConfiguredApp, configureApp } from '../app/app';
import { type AppDatabase, createAppDatabase } from '../app/database';
import { ada, ben, type GraphDouble, startGraphDouble, trustTestAuthority } from './graph-double';

/** Changes that nobody requested. */
export const unrequested = { actorUserId: null, requestId: null, address: null };

/** A directory of a test, and the organization that its people belong to. */
export interface TestDirectory {
  readonly graph: GraphDouble;
  readonly orgId: string;
  syncPeople: () => ReturnType<typeof syncPeople>;
  syncGroups: () => ReturnType<typeof syncGroups>;
  /** A person of the directory by their id there. */
  person: (objectId: string) => ReturnType<typeof findPerson>;
  /** The names of a group's people. */
  membersOf: (group: string) => Promise<string[]>;
}

const findPerson = (orgId: string, objectId: string) =>
  prisma().directoryPerson.findUniqueOrThrow({
    where: { orgId_objectId: { orgId, objectId } },
    include: { membership: { include: { user: true } } },
  });

const EMPTIED = [
  'directory_group',
  'directory_person',
  'directory',
  'user_group',
  'session',
  'identity',
  'membership',
  'org_slug',
  'org',
  '"user"',
];

/** Gives each test of a file a new organization, and a directory with Ada, who is its admin, and Ben. */
export function withDirectory(variables: Readonly<Record<string, string>> = {}): TestDirectory {
  let graph: GraphDouble;
  let database: AppDatabase;
  let app: ConfiguredApp;
  let orgId = '';
  beforeAll(async () => {
    trustTestAuthority();
    graph = await startGraphDouble();
    database = await createAppDatabase();
    app = await configureApp(database.url, { ...graph.variables, ...variables });
  });
  afterAll(async () => {
    await app.stop();
    await database.drop();
    await graph.close();
  });
  beforeEach(async () => {
    for (const table of EMPTIED) await sql.query(`delete from ${table}`);
    graph.directory.clear();
    graph.refusals.length = 0;
    graph.directory.putUser(ada);
    graph.directory.putUser(ben);
    [orgId = ''] = await directoryOrgs(unrequested);
    graph.received.length = 0;
  });
  return {
    get graph() {
      return graph;
    },
    get orgId() {
      return orgId;
    },
    syncPeople: () => syncPeople(orgId, unrequested),
    syncGroups: () => syncGroups(orgId, unrequested),
    person: (objectId) => findPerson(orgId, objectId),
    membersOf: async (name) => {
      const rows = await prisma().groupMember.findMany({
        where: { orgId, group: { name } },
        include: { membership: { include: { user: true } } },
      });
      return rows.map(({ membership }) => membership.user.name).sort();
    },
  };
}
