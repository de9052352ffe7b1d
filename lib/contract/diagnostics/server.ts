import { z } from 'zod';
import { none } from '@/lib/wire/values';
import { type Decoded, resource } from '@/lib/wire/wire';
import { operation } from '../operation';

/** What the operator can have checked, in the order of the page. */
export const serverChecks = [
  'queue',
  'workers',
  'schedules',
  'mail',
  'directory',
  'services',
  'figures',
  'statements',
  'database',
  'migrations',
  'results',
  'clock',
  'certificates',
  'versions',
  'configuration',
] as const;
export type ServerCheck = (typeof serverChecks)[number];

const fact = resource({ name: ['name', z.string()], value: ['value', z.string()] });

const table = resource({
  title: ['title', z.string()],
  columns: ['columns', z.array(z.string())],
  /** A text for each column. */
  rows: ['rows', z.array(z.array(z.string()))],
});

/**
 * The server from inside. It holds no names of people, organizations, or hosts, no secrets, and no values that someone
 * entered, except in the traceback.
 */
export const serverCheckResult = resource({
  state: ['state', z.enum(['success', 'warning', 'failure'])],
  message: ['message', z.string()],
  facts: ['facts', z.array(fact)],
  tables: ['tables', z.array(table)],
  traceback: ['traceback', z.string().nullable()],
  stack: ['stack', z.string().nullable()],
});

export type ServerCheckResult = Decoded<typeof serverCheckResult>;
export type ServerFact = Decoded<typeof fact>;
export type ServerTable = Decoded<typeof table>;

export const checkServer = operation({
  id: 'checkServer',
  method: 'GET',
  effect: 'read',
  path: '/diagnostics/server/{part}',
  summary: 'One part of the server from inside, for its operator',
  permission: { needs: 'operator' },
  params: z.strictObject({ part: z.enum(serverChecks) }),
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: serverCheckResult },
  limit: 'diagnostics',
  answersWithoutDatabase: true,
});
