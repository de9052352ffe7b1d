import { checkServer, type ServerCheck } from '@/lib/contract/diagnostics/server';
import type { Asked } from '../checks/use-checks';

const names: Readonly<Record<ServerCheck, string>> = {
  queue: 'Queue of runs',
  workers: 'Workers',
  schedules: 'Scheduled jobs',
  mail: 'Mail',
  directory: 'Directory sync',
  services: 'Services outside',
  figures: 'Figures of Analytics',
  statements: 'Slow statements',
  database: 'Size of the database',
  migrations: 'Migrations',
  results: 'Space for results',
  clock: 'Clocks',
  certificates: 'Certificates',
  versions: 'Versions',
  configuration: 'Configuration',
};

/** What the operator sees of the server, in the groups of the page. */
export const serverGroups: readonly { title: string; parts: readonly ServerCheck[] }[] = [
  { title: 'Work', parts: ['queue', 'workers', 'schedules', 'mail', 'directory', 'services', 'figures'] },
  { title: 'Database', parts: ['statements', 'database', 'migrations'] },
  { title: 'Machine', parts: ['results', 'clock', 'certificates', 'versions', 'configuration'] },
];

/** The operator's checks, group by group. */
export const serverParts: readonly Asked<typeof checkServer>[] = serverGroups.flatMap(({ parts }) =>
  parts.map((part) => ({
    key: `server-${part}`,
    name: names[part],
    operation: checkServer,
    input: { params: { part } },
  })),
);
