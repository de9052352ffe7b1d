'use client';

import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Faces, MOST_FACES } from '@/components/command/people-faces';
import { Fetched, fetchedPart } from '@/components/ui/loading/fetched-part';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readCommandSummary } from '@/lib/contract/library/commands';
import type { CommandSummary } from '../use-library';
import styles from './access-cell.module.css';
import { accessCounts, accessNames } from './command-access';

const namesTooltip = fetchedPart(() => import('./names-tooltip'));

/** Who can access a command; for a command that is only viewable, nobody is named. */
export function AccessCell({ command }: { command: CommandSummary }) {
  return command.hasAccess ? <People command={command} /> : <span className={styles.access}>Public</span>;
}

/** Faces and counts; hovering, focusing, or tapping shows the names. */
function People({ command }: { command: CommandSummary }) {
  const [isAsked, setAsked] = useState(false);
  const [isOver, setOver] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const input = { params: { orgId: command.orgId, kitId: command.commandId } };
  const isWhole =
    command.engineers.length + command.runners.length === command.engineerCount + command.runnerCount;
  const whole = useQuery({
    queryKey: queryKey(readCommandSummary, input),
    queryFn: ({ signal }) => callApi(readCommandSummary, input, { signal }),
    enabled: isAsked && !isWhole,
  });
  const named = accessNames(whole.data ?? command);
  const names = isWhole || whole.data !== undefined ? named : `${named}\n…`;
  const others = command.engineerCount + command.runnerCount - MOST_FACES;
  const counts = accessCounts(command);
  const ask = () => {
    setAsked(true);
    setOver(true);
  };
  const leave = () => setOver(false);
  return (
    <>
      <UnstyledButton
        ref={button}
        className={styles.access}
        aria-label={`Who can access? ${counts}. ${names}`}
        onPointerEnter={ask}
        onPointerLeave={leave}
        onFocus={ask}
        onBlur={leave}
        onClick={ask}
      >
        <Faces people={[...command.engineers, ...command.runners]} />
        {others > 0 && <span aria-hidden>+{others}</span>}
        <span className={styles.counts}>{counts}</span>
      </UnstyledButton>
      {isAsked && (
        <Fetched
          part={namesTooltip}
          props={{ names: `${counts}\n${names}`, isOpen: isOver, target: button }}
        />
      )}
    </>
  );
}
