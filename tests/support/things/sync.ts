import type { JsonValue } from '@/lib/base/json';
import { type Answered, send } from '../app/http';
import type { Source } from '../app/source';
import { ORG_A } from './organizations';
import { people } from './people';

/** A row of a diff, as far as the tests read it. */
export interface WireRow {
  cloud_id: string;
  friendly_name: string;
  kit_id: number | null;
  ol_id: number | null;
  revision: string | null;
  previous_cloud_id: string | null;
  recent_runner_count: number;
  ignore_id: number | null;
  unavailable_reason: string | null;
  warning_tag: string | null;
  signature: string | null;
  cmd_instances: { kit_id: number; name: string }[];
  changes: WireChange[];
  dependents: { dependents: object[]; hidden: object[] }[];
}

interface WireChange {
  key: string | null;
  change: string;
  before: JsonValue;
  after: JsonValue;
  affects: { kind: string; outcome: string; kit_id: number | null; kit_name: string | null }[];
}

type Group = 'added' | 'deleted' | 'modified' | 'undeleted' | 'already_added' | 'error' | 'ignored';
export type WireDiff = Record<Group, WireRow[]>;
type CommitType = 'addition' | 'update' | 'undeletion' | 'deletion';

export interface Commits {
  commits: {
    cloud_id: string;
    error: string | null;
    command_instances: { kit_id: number; name: string }[];
  }[];
}

/** The requests with which organization A's org admin compares a source and syncs it. */
export function syncOf(source: Source) {
  const as = people.orgAdmin;
  const credsId = () => source.credentialId();

  async function look(): Promise<WireDiff> {
    const { status, body } = await send('GET', `/${ORG_A}/creds/${credsId()}/diff`, { as });
    if (status !== 200) throw new Error(`No diff: ${status} ${JSON.stringify(body)}`);
    return body as WireDiff;
  }

  function commitAs(userId: string, rows: { cloudId: string; commitType: CommitType; revision?: string }[]) {
    const body = rows.map((row) => ({ ...row, credsId: credsId() }));
    return send('POST', `/${ORG_A}/batch-commit`, { as: userId, body });
  }

  async function commitRows(
    rows: readonly Pick<WireRow, 'cloud_id' | 'revision'>[],
    commitType: CommitType,
  ): Promise<Commits['commits']> {
    const answered: Answered = await commitAs(
      as,
      rows.map(({ cloud_id, revision }) => ({
        cloudId: cloud_id,
        commitType,
        ...(revision === null ? {} : { revision }),
      })),
    );
    return (answered.body as Commits).commits;
  }

  /** Syncs everything, and returns what failed. */
  async function syncAll(): Promise<string[]> {
    const { added, modified, undeleted, deleted } = await look();
    const groups = [
      [modified, 'update'],
      [undeleted, 'undeletion'],
      [added, 'addition'],
      [deleted, 'deletion'],
    ] as const;
    const errors: string[] = [];
    for (const [rows, commitType] of groups) {
      if (rows.length === 0) continue;
      for (const { error } of await commitRows(rows, commitType)) if (error !== null) errors.push(error);
    }
    return errors;
  }

  return {
    look,
    commitAs,
    commitRows,
    syncAll,
    cloudId: (signature: string) => `db::postgres::${credsId()}::${signature}`,
  };
}
