'use client';

import { describeError } from '@/components/ui/feedback/describe-error';
import { confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { listDependents } from '@/lib/contract/command/dependents';
import { fullTime } from '@/lib/runs/run-times';
import { type Dependents, lossesOf } from './dependent-words';
import styles from './dependents.module.css';

interface Deleted {
  orgId: string;
  commandId: number;
  name: string;
}

/**
 * Asks whether a command is to be deleted, once the person has seen what needs it. False if that can't be loaded: nobody
 * deletes what they can't judge.
 */
export async function confirmDeletion({ orgId, commandId, name }: Deleted, words: string): Promise<boolean> {
  let found: Dependents;
  try {
    found = await callApi(listDependents, { params: { orgId, kitId: commandId } });
  } catch (error) {
    toast.danger(
      `Nothing was deleted: what needs this command can’t be read. ${describeError(error).message}`,
    );
    return false;
  }
  return confirm({
    title: `Delete “${name}”?`,
    body: (
      <>
        <p>{words}</p>
        <Losses found={found} />
      </>
    ),
    confirmLabel: 'Delete',
    isDangerous: true,
  });
}

/** What stops working, by kind. */
function Losses({ found }: { found: Dependents }) {
  const losses = lossesOf(found, fullTime);
  if (losses.length === 0) return <p>Nothing else needs it.</p>;
  return (
    <>
      <p>What needs it:</p>
      <ul className={styles.list}>
        {losses.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
}
