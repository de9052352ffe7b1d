'use client';

import { Button } from '@mantine/core';
import { Notice } from '@/components/ui/feedback/notice';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { anyOf } from '@/lib/base/text/lists';
import type { ResponseOf } from '@/lib/contract/operation';
import type { readCredential } from '@/lib/contract/sources/credentials';

type Source = Pick<ResponseOf<typeof readCredential>, 'credentialId' | 'name' | 'authMissing' | 'authGaps'>;

/** What is still missing before added commands can run. */
export function AuthMissing({ source: { credentialId, name, authMissing, authGaps } }: { source: Source }) {
  const panels = useSidePanels();
  if (!authMissing && authGaps.length === 0) return null;
  return (
    <Notice kind="info" title={authMissing ? 'HTTP Auth is missing' : 'Some HTTP Auth is missing'}>
      {authMissing
        ? 'This API requires authentication. Commands that need it cannot run until it is set up.'
        : `Commands that need ${anyOf(authGaps.map((gap) => `“${gap}”`))} cannot run until it is set up.`}
      <br />
      <Button
        size="xs"
        mt="xs"
        aria-label={`Set up HTTP Auth of ${name}`}
        onClick={() => panels.push({ kind: 'api-auth', credentialId })}
      >
        Set up HTTP Auth
      </Button>
    </Notice>
  );
}
