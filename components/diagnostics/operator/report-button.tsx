'use client';

import { ActionIcon, Button, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import panel from '@/components/ui/panels/side-panel.module.css';
import frame from '@/components/ui/panels/side-panel-stack.module.css';
import { copyText } from '@/components/ui/text/copy-text';
import styles from './report-button.module.css';
import { type Reported, supportReport } from './support-report';

type ReportProps = Omit<Reported, 'at'>;

/** Shows the report before anyone copies it. */
export function ReportButton(reported: ReportProps) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={open}>
        Copy a support report
      </Button>
      <Drawer.Root opened={isOpen} onClose={close} position="right" size={720}>
        <Drawer.Overlay className={frame.shade} />
        <Drawer.Content classNames={{ content: frame.content }}>
          {isOpen && <Report {...reported} onClose={close} />}
        </Drawer.Content>
      </Drawer.Root>
    </>
  );
}

function Report({ onClose, ...reported }: ReportProps & { onClose: () => void }) {
  const checks = [
    ...reported.services,
    ...reported.groups.flatMap(({ parts }) => parts.map(({ view }) => view)),
  ];
  const waiting = checks.filter(({ state }) => state === 'loading').length;
  const text = supportReport({ ...reported, at: latestOf(checks) });
  return (
    <div className={frame.panel}>
      <div className={panel.head}>
        <div className={panel.titles}>
          <Drawer.Title className={panel.title}>Support report</Drawer.Title>
          <p className={panel.context}>
            It names no people, organizations, or hosts, and holds no secrets or values. Read it before you
            send it.
          </p>
        </div>
        <ActionIcon aria-label="Close" onClick={onClose}>
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      </div>
      <div className={panel.body}>
        <pre className={styles.text} tabIndex={0}>
          {text}
        </pre>
      </div>
      <div className={panel.foot}>
        <Button
          data-autofocus
          loading={waiting > 0}
          onClick={() => void copyText(text, 'Copied to clipboard!')}
        >
          Copy
        </Button>
      </div>
    </div>
  );
}

/** When the last of the answers arrived: what the report is true for. */
const latestOf = (checks: readonly { answeredAt: string | null }[]): string =>
  checks
    .flatMap(({ answeredAt }) => answeredAt ?? [])
    .sort()
    .at(-1) ?? 'not yet';
