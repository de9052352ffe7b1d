'use client';

import { Fetched, fetchedPart, useIsSettled } from '@/components/ui/loading/fetched-part';
import { mayConfigure } from '@/lib/commands/rights';
import type { Command } from './use-jobs';

const line = fetchedPart(() => import('./scheduled-line'));

/** When a command runs by itself, once the page has settled, for those who may know: its engineers, in its own organization. */
export function ScheduledLineOnDemand(props: { command: Command; orgId: string; orgSlug: string | null }) {
  const { command, orgId, orgSlug } = props;
  const isSettled = useIsSettled();
  if (!isSettled || !mayConfigure(command) || command.orgId !== orgId || orgSlug === null) return null;
  return <Fetched part={line} props={{ command, orgSlug }} />;
}
