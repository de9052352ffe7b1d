'use client';

import { useSessionStorage } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { z } from 'zod';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { formOfSchema, type SchemaField } from '@/components/ui/fields/schema-fields';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import type { JsonValue } from '@/lib/base/json';
import { ApiError, callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import {
  checkCredential,
  type credential,
  listCredentials,
  readCredential,
  updateCredential,
} from '@/lib/contract/sources/credentials';
import { lookEvery } from '@/lib/contract/sources/expected-breaks';
import { changedPart, savedValues } from './edited-fields';
import { LOOK_EVERY, NICKNAME, problemsOf, RUN_LIMIT, WORKER_TAG_FIELD } from './problems';
import type { ConnectionKind } from './use-connect';

export type Connection = z.output<typeof credential>;

export function useConnection(orgId: string, credentialId: number) {
  const input = { params: { orgId, credsId: credentialId } };
  return useQuery({
    queryKey: queryKey(readCredential, input),
    queryFn: ({ signal }) => callApi(readCredential, input, { signal }),
  });
}

const limitIn = (text = ''): number | null => (text.trim() === '' ? null : Number(text));

/** The nested part of a request, keyed by the connection's type. */
const partFor = ({ credType }: Connection, part: Record<string, JsonValue>) => ({ [credType]: part });

/**
 * The form of a saved connection: only changes are sent, and a secret left empty stays. Except for secrets, what was
 * typed survives closing the panel and reloading.
 */
export function useEditConnection(connection: Connection, kind: ConnectionKind) {
  const { orgId, credentialId } = connection;
  const queryClient = useQueryClient();
  const panels = useSidePanels();
  const params = { orgId, credsId: credentialId };
  const form = useMemo(() => formOfSchema(kind.schema, kind.secretKeys), [kind]);
  const saved = useMemo(
    (): Record<string, string> => ({
      ...savedValues(form, connection.settings),
      [NICKNAME]: connection.name,
      [RUN_LIMIT]: String(connection.concurrencyLimit ?? ''),
      [WORKER_TAG_FIELD]: connection.workerTag ?? '',
      [LOOK_EVERY]: connection.look?.every ?? '',
    }),
    [form, connection],
  );
  const [draft, setDraft, dropDraft] = useSessionStorage<Record<string, string>>({
    key: `pushboard-connection-${orgId}-${credentialId}`,
    defaultValue: {},
  });
  const [secrets, setSecrets] = useState<Record<string, string>>({});
  const [problems, setProblems] = useState<Record<string, string>>({});
  const values: Record<string, string> = { ...saved, ...draft, ...secrets };
  /** Whether the person said that secrets without an entry have no value, of a connection whose saved ones can't be read. */
  const [isEmptied, setIsEmptied] = useState(false);
  const emptied = isEmptied ? Object.fromEntries(kind.secretKeys.map((key) => [key, null])) : {};
  const part = { ...emptied, ...changedPart(form, saved, values) };
  const isPartChanged = Object.keys(part).length > 0;
  const onMutate = () => setProblems({});
  const onError = (error: Error) => setProblems(problemsOf(error));
  const refresh = () =>
    Promise.all(
      [readCredential, listCredentials].map(({ id }) => queryClient.invalidateQueries({ queryKey: [id] })),
    );

  const check = useMutation({
    mutationFn: () =>
      callApi(checkCredential, { params, body: isPartChanged ? partFor(connection, part) : {} }),
    onMutate,
    onError,
  });
  const save = useMutation({
    mutationFn: ({ force }: { force: boolean }) =>
      callApi(updateCredential, {
        params,
        query: force ? { force: true } : {},
        body: {
          name: values[NICKNAME]?.trim() ?? '',
          concurrencyLimit: limitIn(values[RUN_LIMIT]),
          workerTag: values[WORKER_TAG_FIELD]?.trim() || null,
          lookEvery: lookEvery.safeParse(values[LOOK_EVERY]).data,
          ...(isPartChanged ? partFor(connection, part) : {}),
          version: connection.version,
        },
      }),
    onMutate,
    onSuccess: async ({ name }) => {
      dropDraft();
      // Told last: people who read it may open the panel again, which must not close then.
      await refresh();
      panels.pop();
      toast.success(`Saved ${name}.`);
    },
    onError: async (error) => {
      onError(error);
      if (error instanceof ApiError && error.code === 'conflict') await refresh();
    },
  });

  function change(field: Pick<SchemaField, 'path' | 'isSecret'>, value: string): void {
    (field.isSecret ? setSecrets : setDraft)((before) => ({ ...before, [field.path]: value }));
    setProblems(({ [field.path]: _, ...others }) => others);
    check.reset();
  }

  function changeEmptied(is: boolean): void {
    setIsEmptied(is);
    setProblems({});
    check.reset();
  }

  const isChanged =
    isPartChanged ||
    [NICKNAME, RUN_LIMIT, WORKER_TAG_FIELD, LOOK_EVERY].some((field) => values[field] !== saved[field]);
  return { form, values, problems, change, isEmptied, changeEmptied, isChanged, check, save };
}
