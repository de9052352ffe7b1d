'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { describeError } from '@/components/ui/feedback/describe-error';
import { confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { ApiError, callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listCredentials, readCredential } from '@/lib/contract/sources/credentials';
import { type apiAuth, type authType, readApiAuth, updateApiAuth } from '@/lib/contract/sources/requests';

export type ApiAuth = z.output<typeof apiAuth>;
export type AuthType = z.output<typeof authType>;

/** The fields of a way to sign in. Secrets are here only until they are saved. */
export type AuthText =
  | 'username'
  | 'password'
  | 'bearerToken'
  | 'customHeaders'
  | 'apiKeyName'
  | 'apiKey'
  | 'tokenUrl'
  | 'clientId'
  | 'clientSecret'
  | 'scopes'
  | 'accessKeyId'
  | 'secretAccessKey'
  | 'sessionToken'
  | 'awsRegion'
  | 'awsService';

/** The parts that may come from variables. */
export type AuthSource = 'username' | 'password' | 'bearerToken';

export function useApiAuth(orgId: string, credentialId: number) {
  const input = { params: { orgId, credsId: credentialId } };
  return useQuery({
    queryKey: queryKey(readApiAuth, input),
    queryFn: ({ signal }) => callApi(readApiAuth, input, { signal }),
  });
}

/** One connection's way to sign in while it is edited. A secret that is left empty stays unchanged. */
export function useAuthForm(orgId: string, saved: ApiAuth) {
  const panels = useSidePanels();
  const queryClient = useQueryClient();
  const [type, setType] = useState<AuthType>(saved.authType);
  const [place, setPlace] = useState(saved.apiKeyIn);
  const [typed, setTyped] = useState<Partial<Record<AuthText, string>>>({});
  const [sources, setSources] = useState<Partial<Record<AuthSource, string>>>({});
  const [schemes, setSchemes] = useState<Record<string, Record<string, string>>>({});
  const [problems, setProblems] = useState<Record<string, string>>({});

  const save = useMutation({
    mutationFn: () =>
      callApi(updateApiAuth, {
        params: { orgId, credsId: saved.credentialId },
        body: {
          authType: type,
          ...(type === 'api_key' ? { apiKeyIn: place } : {}),
          ...typed,
          ...Object.fromEntries(Object.entries(sources).map(([key, source]) => [`${key}Source`, source])),
          ...(Object.keys(schemes).length > 0 ? { schemes } : {}),
        },
      }),
    onSuccess: async () => {
      await Promise.all(
        [readApiAuth, readCredential, listCredentials].map(({ id }) =>
          queryClient.invalidateQueries({ queryKey: [id] }),
        ),
      );
      toast.success('Saved');
      panels.pop();
    },
    onError: (error) => setProblems(problemsOf(error)),
  });

  return {
    type,
    place,
    problems,
    isSaving: save.isPending,
    isChanged:
      type !== saved.authType ||
      place !== saved.apiKeyIn ||
      Object.keys(typed).length + Object.keys(schemes).length + Object.keys(sources).length > 0,
    schemes,
    changeScheme: (name: string, key: string, text: string) => {
      setSchemes((before) => ({ ...before, [name]: { ...before[name], [key]: text } }));
      setProblems({});
    },
    textOf: (key: AuthText): string => typed[key] ?? (isOpen(key) ? saved[key] : ''),
    setType: (chosen: AuthType) => {
      setType(chosen);
      setTyped({});
      setSources({});
      setProblems({});
    },
    setPlace,
    sourceOf: (key: AuthSource): string => sources[key] ?? saved[`${key}Source`],
    changeSource: (key: AuthSource, source: string) => {
      setSources((before) => ({ ...before, [key]: source }));
      setProblems({});
    },
    change: (key: AuthText, text: string) => {
      setTyped((before) => ({ ...before, [key]: text }));
      setProblems({});
    },
    submit: async () => {
      const isRemoved = type === 'none' && saved.authType !== 'none';
      const isSure =
        !isRemoved ||
        (await confirm({
          title: 'Call this API without authentication?',
          body: 'From now on, every command that uses this connection runs without its credential.',
          confirmLabel: 'Remove auth',
          isDangerous: true,
        }));
      if (isSure) save.mutate();
    },
  };
}

const open = [
  'username',
  'apiKeyName',
  'tokenUrl',
  'clientId',
  'scopes',
  'accessKeyId',
  'awsRegion',
  'awsService',
] as const;
type OpenText = (typeof open)[number];

function isOpen(key: AuthText): key is OpenText {
  return open.some((each) => each === key);
}

/** The server's errors by field: `api.bearerToken` belongs to `bearerToken`. */
function problemsOf(error: Error): Record<string, string> {
  if (!(error instanceof ApiError) || error.issues.length === 0) return { all: describeError(error).message };
  return Object.fromEntries(error.issues.map(({ path, message }) => [path.replace(/^api\./, ''), message]));
}

export const mayVary = (key: AuthText): key is AuthSource =>
  key === 'username' || key === 'password' || key === 'bearerToken';
