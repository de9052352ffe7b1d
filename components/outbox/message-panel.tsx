'use client';

import { Button } from '@mantine/core';
import { IconCopy, IconSend } from '@tabler/icons-react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { LinesSkeleton } from '@/components/ui/loading/lines-skeleton';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { copyText } from '@/components/ui/text/copy-text';
import { MessageContent } from './message-content';
import { MessageFacts } from './message-facts';
import { kindWords, shortSubject } from './outbox-words';
import { useMessage, useSendAgain } from './use-outbox';

interface MessagePanelProps {
  orgId: string;
  mailId: number;
  sendsMail: boolean;
}

/** One message: its delivery status, its content, and its link to copy. */
export function MessagePanel({ orgId, mailId, sendsMail }: MessagePanelProps) {
  const message = useMessage(orgId, mailId);
  const send = useSendAgain(orgId, mailId);
  const { data } = message;
  const canSend =
    sendsMail &&
    (data?.state === 'failed' || data?.state === 'outbox') &&
    data.content?.link?.isOpen !== false;
  const link = data?.content?.link ?? null;
  const url = link?.url ?? null;
  return (
    <SidePanel
      title={data === undefined ? 'Message' : shortSubject(data.subject)}
      context={data && kindWords[data.kind]}
      footer={
        canSend || url !== null ? (
          <>
            {canSend && (
              <Button
                variant="default"
                leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
                loading={send.isPending}
                onClick={() => send.mutate()}
              >
                {data.state === 'failed' ? 'Send again' : 'Send'}
              </Button>
            )}
            {url !== null && <CopyLink url={url} isOpen={link?.isOpen === true} />}
          </>
        ) : undefined
      }
    >
      {send.error !== null && <ErrorNotice error={send.error} />}
      <QueryState query={message} loading={<LinesSkeleton lines={8} />}>
        {(loaded) => (
          <>
            <MessageFacts message={loaded} />
            <MessageContent message={loaded} />
          </>
        )}
      </QueryState>
    </SidePanel>
  );
}

function CopyLink({ url, isOpen }: { url: string; isOpen: boolean }) {
  return (
    <Button
      disabled={!isOpen}
      leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
      onClick={() => void copyText(url, 'Copied to clipboard!')}
    >
      Copy link
    </Button>
  );
}
