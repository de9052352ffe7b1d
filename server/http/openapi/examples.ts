import type { JsonValue } from '@/lib/base/json';

/** Bodies of the operations that programs send most, by the operation's id. */
export const bodyExamples: Readonly<Record<string, JsonValue>> = {
  createRun: { kitId: 12, olId: 34 },
  startRun: { kitId: 12, olId: 34, runId: 56, runrams: { customer_id: 1042, region: 'EU' } },
  runAndWait: { kitId: 12, olId: 34, params: { customer_id: 1042, region: 'EU' } },
  createBulkRun: {
    kitId: 12,
    olId: 34,
    runramsList: [{ customer_id: 1042 }, { customer_id: 1043 }],
  },
  createCredential: {
    credType: 'db',
    name: 'Orders',
    db: { host: 'db.example.com', databaseName: 'orders', username: 'pushboard', password: 'the password' },
  },
};
