'use client';

import { useQueries, useQuery } from '@tanstack/react-query';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { type commandDetail, readCommand } from '@/lib/contract/command/command';
import type { ResponseOf } from '@/lib/contract/operation';
import { listCommandPeople } from '@/lib/contract/sharing/sharing';
import type { Decoded } from '@/lib/wire/wire';
import type { Shared } from '../panel/sharing';
import type { Recipient } from '../recipients/recipients';

/** A command that buttons of the shared one open, with the recipients who can't run it. */
export interface Opened {
  commandId: number;
  name: string;
  lacking: Recipient[];
  /** Whether the viewer is an engineer of it, too. */
  mayShare: boolean;
}

/**
 * The commands that buttons of a shared command open and that some of its recipients can't run: for them, the buttons
 * are missing. People outside the organization aren't counted; they are given one command at a time.
 */
export function useOpened(
  { subject, role }: Pick<Shared, 'subject' | 'role'>,
  recipients: readonly Recipient[],
  viewerId: string,
): Opened[] {
  const members = recipients.filter(({ kind }) => kind !== 'address');
  const { orgId } = subject;
  const input = { params: { orgId, kitId: subject.id } };
  const command = useQuery({
    queryKey: queryKey(readCommand, input),
    queryFn: ({ signal }) => callApi(readCommand, input, { signal }),
    enabled: subject.kind === 'command' && role === 'admin' && members.length > 0,
    select: targetsOf,
  });
  const targets = members.length === 0 ? [] : (command.data ?? []);
  const people = useQueries({
    queries: targets.map(({ commandId }) => {
      const target = { params: { orgId, kitId: commandId } };
      return {
        queryKey: queryKey(listCommandPeople, target),
        queryFn: ({ signal }: { signal: AbortSignal }) => callApi(listCommandPeople, target, { signal }),
      };
    }),
  });
  return targets.flatMap((target, index) => {
    const have = people[index]?.data;
    if (have === undefined) return [];
    const lacking = members.filter((one) => !hasIt(have, one));
    if (lacking.length === 0) return [];
    const mayShare = have.people.some(({ userId, role: own }) => userId === viewerId && own === 'admin');
    return [{ ...target, lacking, mayShare }];
  });
}

/** What the buttons of a command open, each once. Nobody can open what is broken. */
function targetsOf({ commandId: ownId, template }: Decoded<typeof commandDetail>) {
  const { rowDecorations, objectDecorations, errorDecoration } = template;
  const all = [
    ...rowDecorations,
    ...objectDecorations,
    ...(errorDecoration === null ? [] : [errorDecoration]),
  ];
  const names = new Map(
    all.flatMap(({ targetCommandId, targetName, canRun, brokenReason }): [number, string][] =>
      targetCommandId === null || targetName === null || !canRun || brokenReason !== null
        ? []
        : [[targetCommandId, targetName]],
    ),
  );
  names.delete(ownId);
  return [...names].map(([commandId, name]) => ({ commandId, name }));
}

const hasIt = ({ people, groups }: ResponseOf<typeof listCommandPeople>, one: Recipient): boolean =>
  one.kind === 'group'
    ? groups.some(({ groupId }) => groupId === one.id)
    : people.some(({ userId }) => userId === one.id);
