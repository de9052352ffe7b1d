'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { ApiError, callApi } from '@/lib/client/api-client';
import { readCommand } from '@/lib/contract/command/command';
import { updateTemplate } from '@/lib/contract/command/configure';
import { listRevisions } from '@/lib/contract/command/revisions';
import { type Command, commandQuery, isStale } from '../panel/use-configure';
import { type HeaderRow, mergedRows, nextId, savedRows } from './header-rows';

/** The HTTP headers of a command while they are edited. Saved values are never sent back. */
export function useHttpHeaders(current: Command) {
  const panels = useSidePanels();
  const queryClient = useQueryClient();
  // The version that the rows were made from: a save over another person's change is refused.
  const [command, setCommand] = useState(current);
  const [rows, setRows] = useState(() => savedRows(command.template.headers));
  const [problem, setProblem] = useState<Error | null>(null);
  const named = rows.filter(({ name, value }) => name.trim() !== '' || (value ?? '') !== '');
  const names = Object.keys(command.template.headers);

  const save = useMutation({
    mutationFn: () =>
      callApi(updateTemplate, {
        params: { orgId: command.orgId, olId: command.template.templateId },
        body: {
          headers: Object.fromEntries(
            named.map(({ name, value }) => [name.trim(), value ?? { is_set: true }]),
          ),
          version: command.template.version,
        },
      }),
    onSuccess: async () => {
      await Promise.all(
        [readCommand, listRevisions].map(({ id }) => queryClient.invalidateQueries({ queryKey: [id] })),
      );
      toast.success('Saved');
      panels.pop();
    },
    onError: async (error) => {
      setProblem(error);
      if (!isStale(error)) return;
      // A second try starts from the version that another person has just saved, and from its headers.
      const { orgId, commandId } = command;
      const latest = await queryClient
        .fetchQuery({ ...commandQuery(orgId, commandId), staleTime: 0 })
        // Until it can be read, the next try is refused as this one.
        .catch(() => command);
      setCommand(latest);
      setRows((all) => mergedRows(all, command.template.headers, latest.template.headers));
    },
  });
  const issueOf = ({ id, name }: HeaderRow): string | undefined => {
    const isSame = (other: HeaderRow) => other.name.trim().toLowerCase() === name.trim().toLowerCase();
    if (named.find(isSame)?.id !== id && named.some(({ id: other }) => other === id)) return 'Listed twice';
    if (!(problem instanceof ApiError)) return undefined;
    return problem.issues.find(({ path }) => path === `headers.${name.trim()}`)?.message;
  };
  const isChanged = named.some(({ value }) => value !== null) || named.length !== names.length;
  const isTold = named.some((row) => issueOf(row) !== undefined);

  return {
    rows,
    isSaving: save.isPending,
    mayBeSaved: !isTold && isChanged,
    /** The errors of rows. */
    issueOf,
    /** Any other error. */
    problem: isTold ? null : problem,
    change: (id: number, changes: Partial<HeaderRow>) => {
      setProblem(null);
      setRows((all) => all.map((row) => (row.id === id ? { ...row, ...changes } : row)));
    },
    add: () => setRows((all) => [...all, { id: nextId(all), name: '', value: '' }]),
    remove: (id: number) => {
      setProblem(null);
      setRows((all) => all.filter((row) => row.id !== id));
    },
    submit: () => save.mutate(),
  };
}
