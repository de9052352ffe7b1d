'use client';

import { useMutation } from '@tanstack/react-query';
import { isRequest } from '@/components/ui/feedback/describe-error';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { allOf } from '@/lib/base/text/lists';
import { callApi } from '@/lib/client/api-client';
import { recordRecent } from '@/lib/contract/library/recents';
import type { Opened } from '../opened/use-opened';
import { useRefreshShared } from '../people/use-refresh-shared';
import { isSame, nameOf, type Recipient, shareBody, withOutcomes } from '../recipients/recipients';
import { useOutboxNotice } from './link/use-outbox-notice';
import { notWrittenTo, outcomeWords, SHARING } from './outcome-words';
import { callShare } from './share-calls';
import type { ShareDraft } from './share-draft';
import type { Subject } from './sharing';

type Sent = Pick<ShareDraft, 'recipients' | 'note' | 'outsiders' | 'orgRole' | 'makesAdmins'> & {
  /** The commands behind its buttons that are shared, too. */
  also: readonly Opened[];
};

/**
 * Shares with all recipients at once and reports each outcome.
 * @param onShared receives the failed recipients, each with the reason.
 */
export function useShare(subject: Subject, userId: string, onShared: (failed: Recipient[]) => void) {
  const refresh = useRefreshShared();
  const tellWaiting = useOutboxNotice(subject.orgId);
  return useMutation({
    mutationFn: async ({ recipients, note, also, ...inOrg }: Sent) => {
      const call = callShare(subject, shareBody(recipients, note, inOrg));
      const outcomes = await toast.during('Sharing...', call);
      const told = withOutcomes(recipients, outcomes);
      const served = told.filter(({ problem }) => problem === null);
      return {
        told,
        alsoTold: await shareOpened(subject, also, served),
        silent: notWrittenTo(recipients, outcomes),
        outcomes,
      };
    },
    onSuccess: async ({ told, alsoTold, silent, outcomes }) => {
      const { success, failures } = outcomeWords(told, SHARING);
      if (success !== null) toast.success(success);
      for (const failure of [...failures, ...alsoTold.failures]) toast.danger(failure);
      if (alsoTold.shared.length > 0) toast.success(`Also shared ${allOf(alsoTold.shared)}`);
      if (silent !== null) toast.info(silent);
      tellWaiting(outcomes, told.filter(({ kind }) => kind !== 'group').map(nameOf));
      onShared(told.filter(({ problem }) => problem !== null));
      if (success !== null && subject.kind === 'command') await noteShare(subject, userId);
      await refresh();
    },
    onError: async (error) => {
      // A request for approval isn't a failure: the panel itself says what to do next.
      if (!isRequest(error)) toast.failure(SHARING.requestFailed, error);
      await refresh();
    },
  });
}

/** Makes recipients runners of the commands that its buttons open, and reports each of these. */
async function shareOpened({ orgId }: Subject, also: readonly Opened[], served: readonly Recipient[]) {
  const shared: string[] = [];
  const failures: string[] = [];
  for (const { commandId, name, lacking } of also) {
    const to = lacking
      .filter((one) => served.some((other) => isSame(one, other)))
      .map((one): Recipient => ({ ...one, role: 'runner' }));
    if (to.length === 0) continue;
    try {
      const body = shareBody(to, '', { outsiders: null, orgRole: 'member', makesAdmins: false });
      const told = withOutcomes(to, await callShare({ kind: 'command', orgId, id: commandId }, body));
      const outcome = outcomeWords(told, { ...SHARING, failure: `Error sharing “${name}” with` });
      failures.push(...outcome.failures);
      if (outcome.success !== null) shared.push(`“${name}”`);
    } catch (error) {
      failures.push(`Error sharing “${name}”: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { shared, failures };
}

/** A recent command that isn't recorded isn't worth interrupting anyone, so errors are ignored. */
async function noteShare({ orgId, id }: Subject, userId: string): Promise<void> {
  const params = { orgId, kitId: id, userId };
  await callApi(recordRecent, { params, body: { source: 'share' } }).catch(() => undefined);
}
