import { Button } from '@mantine/core';
import Link from 'next/link';
import { paths } from '@/lib/base/paths';
import type { HomeRun } from './use-home';

/** Opens the command with the values of a run. A bulk run has no values of its own, so it has no button. */
export function RunAgain({ run, orgSlug }: { run: HomeRun; orgSlug: string }) {
  if (run.isBulkParent) return null;
  return (
    <Button
      component={Link}
      href={paths.withValuesOf(orgSlug, run.commandId, run.runId)}
      prefetch={false}
      variant="subtle"
      color="gray"
      size="compact-sm"
      aria-label={`Change and run again: ${run.name}`}
      title="Opens the form with these values"
    >
      Change and run again
    </Button>
  );
}
