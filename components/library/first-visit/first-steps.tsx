'use client';

import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useState } from 'react';
import { describeError } from '@/components/ui/feedback/describe-error';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { paths } from '@/lib/base/paths';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { closeFirstSteps, readFirstSteps } from '@/lib/contract/library/first-visit';
import type { ResponseOf } from '@/lib/contract/operation';
import { NewCommandMenu } from '../menus/new-command-menu';
import type { LibraryOwner } from '../use-library';
import styles from './first-steps.module.css';

interface Step {
  name: string;
  about: string;
  isDone: boolean;
  /** What takes the admin there. */
  action: ReactNode;
  /** Whether it can be done before the steps above it. */
  isIndependent?: boolean;
}

/** What to do in a new organization. A step is checked off once anyone has done it. */
export default function FirstSteps({ owner }: { owner: LibraryOwner }) {
  const { orgId, slug } = owner.org;
  const panels = useSidePanels();
  const router = useRouter();
  const [isClosed, setClosed] = useState(false);
  const { data, refetch } = useQuery({
    queryKey: queryKey(readFirstSteps, { params: { orgId } }),
    queryFn: ({ signal }) => callApi(readFirstSteps, { params: { orgId } }, { signal }),
  });
  const isPanelOpen = panels.stack.length > 0;
  useEffect(() => {
    // Most steps are taken in a panel.
    if (!isPanelOpen) void refetch();
  }, [isPanelOpen, refetch]);
  if (data === undefined || isClosed) return null;

  const steps = stepsOf(data, orgId, slug, panels);
  const next = steps.findIndex(({ isDone }) => !isDone);
  const done = steps.filter(({ isDone }) => isDone).length;

  async function close() {
    setClosed(true);
    try {
      await callApi(closeFirstSteps, { params: { orgId } });
      // The page as it was fetched has the steps, and would show them again when people come back to it.
      router.refresh();
    } catch (error) {
      setClosed(false);
      toast.danger(`The first steps could not be closed. ${describeError(error).message}`);
    }
  }

  return (
    <section className={styles.card} aria-labelledby="first-steps">
      <div className={styles.head}>
        <h2 id="first-steps" className={styles.title}>
          First steps
        </h2>
        <span className={styles.count}>
          {done} of {steps.length} done
        </span>
        <ActionIcon
          size={32}
          className={styles.close}
          aria-label="Close the first steps"
          onClick={() => void close()}
        >
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      </div>
      {next === -1 ? (
        <div className={styles.end}>
          Your workspace is ready.
          <Button variant="default" size="compact-sm" onClick={() => void close()}>
            Close
          </Button>
        </div>
      ) : (
        <ol className={styles.steps}>
          {steps.map(({ name, about, isDone, action, isIndependent = false }, index) => (
            <li key={name} className={styles.step} data-done={isDone || undefined}>
              <span className={styles.mark}>
                {isDone ? <IconCheck size={14} stroke={2.5} aria-label="Done" /> : index + 1}
              </span>
              <span className={styles.words}>
                <span className={styles.name}>{name}</span>
                {!isDone && <span className={styles.about}>{about}</span>}
              </span>
              {(index === next || (isIndependent && !isDone)) && (
                <span className={styles.action}>{action}</span>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function stepsOf(
  done: ResponseOf<typeof readFirstSteps>,
  orgId: string,
  slug: string,
  panels: ReturnType<typeof useSidePanels>,
): Step[] {
  const { commandId } = done;
  return [
    {
      name: 'Connect a source',
      about: 'A database or an API whose operations your team uses.',
      isDone: done.hasConnection,
      action: <NewCommandMenu orgId={orgId} label="Connect" isSecondary />,
    },
    {
      name: 'Add a command',
      about: 'Choose which operations become commands. Each gets a form.',
      isDone: done.hasCommand,
      action: <NewCommandMenu orgId={orgId} label="Add" isSecondary />,
    },
    {
      name: 'Run it',
      about: 'Fill in its form, press Run, and see what comes back.',
      isDone: done.hasRun,
      action: commandId !== null && (
        <Button variant="default" component={Link} href={paths.builder(slug, commandId)}>
          Open the command
        </Button>
      ),
    },
    {
      name: 'Invite a colleague',
      about: 'By email address. They join with the link in the message.',
      isDone: done.hasColleague,
      isIndependent: true,
      action: (
        <Button variant="default" onClick={() => panels.push({ kind: 'invite' })}>
          Invite
        </Button>
      ),
    },
    {
      name: 'Share it',
      about: 'As a runner, who uses it, or as an engineer, who also changes it.',
      isDone: done.hasShared,
      action: commandId !== null && (
        <Button variant="default" onClick={() => panels.push({ kind: 'share', commandId })}>
          Share the command
        </Button>
      ),
    },
  ];
}
