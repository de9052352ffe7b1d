'use client';

import { attentionWords } from '@/components/command/attention/attention-words';
import { useAttention } from '@/components/command/attention/use-attention';
import { Notice } from '@/components/ui/feedback/notice';
import type { Command } from './use-configure';

/** Says what of a command no longer works as it was set up. */
export function AttentionNotice({ command: { orgId, commandId } }: { command: Command }) {
  const { data } = useAttention(orgId);
  const items = data?.items.filter((item) => item.commandId === commandId) ?? [];
  if (items.length === 0) return null;
  return (
    <Notice kind="info" title="Needs attention">
      {items.map(attentionWords).map(({ what, why }) => (
        <span key={`${what} ${why}`}>
          {`${what}: ${why}`}
          <br />
        </span>
      ))}
    </Notice>
  );
}
