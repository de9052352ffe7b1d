'use client';

import { useSessionStorage } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { z } from 'zod';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import {
  askedFields,
  connectionOf,
  formOfSchema,
  type SchemaField,
} from '@/components/ui/fields/schema-fields';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import {
  type connectionKind,
  createCredential,
  listConnectionKinds,
  listCredentials,
} from '@/lib/contract/sources/credentials';
import { NICKNAME, problemsOf } from './problems';

export type ConnectionKind = z.output<typeof connectionKind>;

export function useConnectionKinds(orgId: string) {
  const input = { params: { orgId } };
  return useQuery({
    queryKey: queryKey(listConnectionKinds, input),
    queryFn: ({ signal }) => callApi(listConnectionKinds, input, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The form of a new connection. Except for secrets, what was typed survives closing the panel and reloading. */
export function useConnect(orgId: string, kind: ConnectionKind) {
  const queryClient = useQueryClient();
  const panels = useSidePanels();
  const form = useMemo(() => formOfSchema(kind.schema, kind.secretKeys), [kind]);
  const [draft, setDraft, dropDraft] = useSessionStorage<Record<string, string>>({
    key: `pushboard-connect-${orgId}-${kind.sourceKind}`,
    defaultValue: { [NICKNAME]: kind.label },
  });
  const [secrets, setSecrets] = useState<Record<string, string>>({});
  const [problems, setProblems] = useState<Record<string, string>>({});
  const values = { ...draft, ...secrets };
  const [step, setStep] = useState(1);
  const steps = Math.max(1, ...form.fields.map((field) => field.step));
  const isStore = kind.capabilities.includes('stores');
  const hasThings = !isStore && !kind.capabilities.includes('keyVault');

  const save = useMutation({
    mutationFn: ({ force }: { force: boolean }) =>
      callApi(createCredential, {
        params: { orgId },
        query: force ? { force: true } : {},
        body: {
          orgId,
          credType: kind.credType,
          name: values[NICKNAME]?.trim() ?? '',
          forSync: kind.capabilities.includes('discovery'),
          forRuns: hasThings,
          forResults: isStore,
          [kind.credType]: {
            ...(kind.credType === 'db' ? { databaseSystem: kind.sourceKind } : {}),
            // What was typed before another choice isn't sent: nobody could see what is wrong with it.
            ...connectionOf({ ...form, fields: askedFields(form.fields, values) }, values),
          },
        },
      }),
    onSuccess: async ({ credentialId }) => {
      dropDraft();
      toast.success(`Connected ${values[NICKNAME]}.`);
      await queryClient
        .invalidateQueries({ queryKey: [listCredentials.id] }, { throwOnError: true })
        .catch((error: unknown) => toast.failure('Error - Failed to refresh creds', error));
      // A store of results and a reader of key vaults have nothing to sync.
      if (!hasThings) panels.pop();
      else panels.replace({ kind: 'sync', credentialId, staticCommandSourceId: null });
    },
    onMutate: () => setProblems({}),
    onError: (error) => {
      const found = problemsOf(error);
      setProblems(found);
      // What is wrong may have been asked before.
      const steps = form.fields.filter(({ path }) => path in found).map((field) => field.step);
      if (steps.length > 0) setStep(Math.min(...steps));
    },
  });

  function change(field: Pick<SchemaField, 'path' | 'isSecret'>, value: string): void {
    (field.isSecret ? setSecrets : setDraft)((before) => ({ ...before, [field.path]: value }));
    setProblems(({ [field.path]: _, ...others }) => others);
  }

  function submit(force: boolean): void {
    const empty = [
      { path: NICKNAME, label: 'Nickname', kind: 'text' as const, isRequired: true },
      ...askedFields(form.fields, values).filter((field) => field.step <= step),
      ...form.parts.flatMap((part) => part.fields),
    ].filter(({ path, isRequired }) => isRequired && (values[path] ?? '').trim() === '');
    const [first] = empty;
    if (first === undefined && step < steps) setStep(step + 1);
    else if (first === undefined) save.mutate({ force });
    else setProblems(Object.fromEntries(empty.map((field) => [field.path, missing(field)])));
  }

  const shownStep = steps === 1 ? undefined : { at: step, of: steps, onBack: () => setStep(step - 1) };
  return { form, values, problems, change, submit, save, step: shownStep };
}

/** The documents' words for a required field that is empty. */
const missing = ({ kind, label }: Pick<SchemaField, 'kind' | 'label'>): string =>
  kind === 'choice' ? 'You must make a selection!' : `You must fill out "${label}"`;
