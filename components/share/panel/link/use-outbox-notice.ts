'use client';

import { toast } from '@/components/ui/feedback/toasts/toasts';
import { paths } from '@/lib/base/paths';
import { inOutbox } from '../outcome-words';
import { useViewer } from '../use-viewer';

/** Reports that messages wait in the outbox, with a link for those who may open it. */
export function useOutboxNotice(orgId: string): (outcomes: Parameters<typeof inOutbox>[0]) => void {
  const org = useViewer(orgId).data?.org ?? null;
  return (outcomes) => {
    const waiting = inOutbox(outcomes);
    if (waiting === null) return;
    const link = org?.isAdmin ? { label: 'Open the outbox', href: paths.outbox(org.slug) } : null;
    toast.info(waiting, { link });
  };
}
