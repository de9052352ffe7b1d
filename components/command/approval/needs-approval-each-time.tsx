import { Stack } from '@mantine/core';
import { Notice } from '@/components/ui/feedback/notice';
import { NobodyApproves } from './nobody-approves';

interface NeedsApprovalEachTimeProps {
  command: { orgId: string; commandId: number; needsApproval: boolean };
}

/** Says of a command that is to run by itself that its runs wait for approval. Renders nothing if they don't. */
export function NeedsApprovalEachTime({ command }: NeedsApprovalEachTimeProps) {
  if (!command.needsApproval) return null;
  return (
    <Stack gap="sm" mb="lg">
      <Notice kind="info" title="Each run waits for approval">
        Each time, the other engineers of this command are asked. A run that nobody approves in time doesn’t
        start.
      </Notice>
      <NobodyApproves command={command} />
    </Stack>
  );
}
