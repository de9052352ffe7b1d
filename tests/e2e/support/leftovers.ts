import type { APIRequestContext } from '@playwright/test';
import { SANDBOX } from './steps';

const BASE = `/api/v1/${SANDBOX.orgId}`;

/** What journeys create in the sandbox: where it is listed, its id there, and how to delete it. */
const kinds = [
  { list: '/skinny-kits', id: 'kit_id', one: (id: number) => `/kits/${id}` },
  { list: '/creds', id: 'creds_id', one: (id: number) => `/creds/${id}?withCommands=true` },
  { list: '/api-creds', id: 'creds_id', one: (id: number) => `/creds/${id}?withCommands=true` },
  { list: '/directories?only=names', id: 'directory_id', one: (id: number) => `/directories/${id}` },
];

async function idsOf(admin: APIRequestContext, { list, id }: (typeof kinds)[number]): Promise<number[]> {
  const response = await admin.get(BASE + list);
  if (!response.ok()) throw new Error(`${list} answered ${response.status()}`);
  const rows: Record<string, number>[] = await response.json();
  return rows.flatMap((row) => row[id] ?? []);
}

/**
 * Records the content of the sandbox, and returns a function that deletes everything added since. Files run in any
 * order, and each finds the sandbox in its original state: the commands it expects, and no others.
 *
 * @param admin sends its requests as the sandbox's admin
 */
export async function noteSandbox(admin: APIRequestContext): Promise<() => Promise<void>> {
  const known: ReadonlySet<number>[] = [];
  for (const kind of kinds) known.push(new Set(await idsOf(admin, kind)));
  return async () => {
    for (const [index, kind] of kinds.entries()) {
      for (const id of await idsOf(admin, kind)) {
        if (known[index]?.has(id)) continue;
        const response = await admin.delete(BASE + kind.one(id));
        if (!response.ok()) throw new Error(`${kind.one(id)} could not be deleted: ${response.status()}`);
      }
    }
  };
}
