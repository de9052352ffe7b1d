'use client';

import { Stack } from '@mantine/core';
import { Notice } from '@/components/ui/feedback/notice';
import { Moment } from '@/components/ui/text/moment';
import type { EndedProgram } from './use-programs';

/** Says which programs Pushboard has disconnected by itself, and why. */
export function EndedPrograms({ programs }: { programs: readonly EndedProgram[] }) {
  if (programs.length === 0) return null;
  return (
    <Stack gap="xs" mb="md">
      {programs.map(({ appId, name, endedAt }) => (
        <Notice key={appId} kind="info" title={`${name} was disconnected for your safety`}>
          <Moment at={endedAt} as="ago" />, its refresh token was used a second time, so another program may
          have a copy. Connect it again from the program. If you don’t run it in two places with the same
          files, find out who else can read them.
        </Notice>
      ))}
    </Stack>
  );
}
