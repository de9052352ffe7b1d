'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { ApiError, callApi } from '@/lib/client/api-client';
import { readCommand } from '@/lib/contract/command/command';
import { updateTemplate } from '@/lib/contract/command/configure';
import { listRevisions } from '@/lib/contract/command/revisions';
import type { Command } from '../panel/use-configure';

/** A header while it is edited. */
export interface HeaderRow {
  id: number;
  name: string;
  /** Null where the saved value stays. */
  value: string | null;
}

const savedRows = (command: Command): HeaderRow[] =>
  Object.keys(command.template.headers).map((name, id) => ({ id, name, value: null }));

/** The HTTP headers of a command while they are edited. Saved values are never sent back. */
export function useHttpHeaders(command: Command) {
  const panels = useSidePanels();
  const queryClient = useQueryClient();
  const [rows, setRows] = useState(() => savedRows(command));
  const [nextId, setNextId] = useState(rows.length);
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
      // A second try then starts from the version that another person has just saved.
      if (error instanceof ApiError && error.code === 'conflict')
        await queryClient.invalidateQueries({ queryKey: [readCommand.id] });
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
    add: () => {
      setRows((all) => [...all, { id: nextId, name: '', value: '' }]);
      setNextId(nextId + 1);
    },
    remove: (id: number) => {
      setProblem(null);
      setRows((all) => all.filter((row) => row.id !== id));
    },
    submit: () => save.mutate(),
  };
}
