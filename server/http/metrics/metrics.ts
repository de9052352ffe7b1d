import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { processWide } from '@/server/base/process-wide';

/** The metrics of this process. Those that come from the database are set when they are asked for. */
export type Metrics = ReturnType<typeof createMetrics>;

/** One registry per process: the start of web and the route load this module separately. */
export const metrics = (): Metrics => processWide('metrics', createMetrics);

function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  // Memory, event loop, and garbage collection of this process.
  collectDefaultMetrics({ register: registry });
  // Sums of others, with the names of counters, which they are not.
  for (const what of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`nodejs_active_${what}_total`);
  }
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ) => new Gauge<Label>({ name: `pushboard_${name}`, help, labelNames: [...labelNames], registers });
  return {
    registry,
    requests: new Histogram({
      name: 'pushboard_http_request_duration_seconds',
      help: 'Time until a response was sent whole, by class of its status. Event streams are not in it.',
      labelNames: ['status'],
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
      registers,
    }),
    openRequests: gauge('http_requests_open', 'Requests in progress, event streams included.'),
    poolConnections: gauge('database_pool_connections', 'Database connections of this process, by use.', [
      'state',
    ]),
    poolWaiting: gauge('database_pool_waiting', 'What waits for a database connection in this process.'),
    replicaReady: gauge('replica_ready', '1 if this process reads at the replica, 0 if at the primary.'),
    replicaLag: gauge(
      'replica_lag_seconds',
      'How long the replica took to catch up with the primary, or since when it has not.',
    ),
    databaseUp: gauge('database_up', '1 if the counts from the database are current, 0 if it gave none.'),
    openRuns: gauge('open_runs', 'Runs that have not ended, by phase and trigger.', ['state', 'trigger']),
    endedRuns: gauge(
      'ended_runs_recent',
      'Runs that ended in the last five minutes, of the newest 10,000, by end and trigger.',
      ['status', 'trigger'],
    ),
    queueAge: gauge('queue_age_seconds', 'How long the first run in line has waited; 0 if none waits.'),
    workers: gauge('workers', 'Workers that are alive.'),
    placesInUse: gauge('places_in_use', 'Places of all workers that a run holds.'),
    places: gauge('places', 'Places of all workers that are alive.'),
    groupPlaces: gauge('group_places', 'Places of the workers that are alive and have a tag.', ['tag']),
    groupPlacesInUse: gauge('group_places_in_use', 'Places that runs hold, by the tag of their connection.', [
      'tag',
    ]),
    groupQueueAge: gauge(
      'group_queue_age_seconds',
      'How long the first run in line has waited, by the tag of its connection.',
      ['tag'],
    ),
    resultBytes: gauge('result_bytes', 'What the result files of all organizations take on disk.'),
    resultDiskFree: gauge('result_disk_free_bytes', 'What is free on the disk of results.'),
    mail: gauge('mail_messages', 'Messages to send, and those of the last day that failed, by state.', [
      'state',
    ]),
    mailAge: gauge('mail_age_seconds', 'How long ago the oldest message to send was made; 0 if none waits.'),
  };
}
