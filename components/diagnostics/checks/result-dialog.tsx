'use client';

import { Button, Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StatusPill } from '@/components/ui/feedback/status-pill';
import { CopyButton } from '@/components/ui/text/copy-button';
import { Moment } from '@/components/ui/text/moment';
import { RefreshButton } from './check-row';
import { type CheckView, stateWords } from './check-view';
import styles from './result-dialog.module.css';
import { useOpenCheck } from './use-open-check';

interface ResultDialogProps {
  checks: readonly CheckView[];
  /** What a check found besides its message. */
  more: (check: CheckView) => ReactNode;
}

/** The answer of the check that the address names, filling the page. */
export function ResultDialog({ checks, more }: ResultDialogProps) {
  const [key, open] = useOpenCheck();
  const check = checks.find((each) => each.key === key) ?? null;
  // As for panels, the focus returns to where it was before.
  const isMounted = useMounted();
  const close = () => void open(null);
  return (
    <Modal.Root
      opened={isMounted && check !== null}
      onClose={close}
      fullScreen
      transitionProps={{ duration: 0 }}
    >
      <Modal.Content className={styles.content} aria-label={check?.name}>
        {check !== null && <Result check={check} onBack={close} more={more(check)} />}
      </Modal.Content>
    </Modal.Root>
  );
}

function Result({ check, onBack, more }: { check: CheckView; onBack: () => void; more: ReactNode }) {
  const { name, state, message, data, traceback, stack, answeredAt } = check;
  return (
    <>
      <div className={styles.head}>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft size={16} stroke={1.75} aria-hidden />}
          onClick={onBack}
        >
          Back to Diagnostics
        </Button>
        <span className={styles.age}>{answeredAt !== null && <Moment at={answeredAt} as="ago" />}</span>
        <RefreshButton check={check} />
      </div>
      <div className={styles.body}>
        <h2 className={styles.title}>{name}</h2>
        <Part title="Status">
          <StatusPill {...stateWords[state]} />
        </Part>
        <Part title="Message">
          <p>{message === '' ? 'No answer yet.' : message}</p>
        </Part>
        {data !== null && <Text title="Data" text={data} />}
        {more}
        <Text title="Traceback" text={traceback} />
        <Text title="Stack" text={stack} />
      </div>
    </>
  );
}

function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <header className={styles.partHead}>
        <h3>{title}</h3>
        {aside}
      </header>
      {children}
    </section>
  );
}

function Text({ title, text }: { title: string; text: string | null }) {
  if (text === null) {
    return (
      <Part title={title}>
        <p className={styles.none}>None</p>
      </Part>
    );
  }
  const copy = <CopyButton label={`Copy: ${title}`} text={text} told="Copied to clipboard!" />;
  return (
    <Part title={title} aside={copy}>
      <pre className={styles.text} tabIndex={0}>
        {text}
      </pre>
    </Part>
  );
}
