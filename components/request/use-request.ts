'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '@/components/ui/feedback/describe-error';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listCommands } from '@/lib/contract/library/commands';
import { createCredential, listCredentials } from '@/lib/contract/sources/credentials';
import { createRequestTemplate, listApiCredentials } from '@/lib/contract/sources/requests';
import { connectionName, freeName } from '@/lib/sources/connection-names';
import { isCurl } from '@/lib/sources/curl/curl-request';
import { pathBelow, readRequestUrl } from '@/lib/sources/request-url';
import { type ParameterRow, parametersOf, requestInputs } from './parameters';
import { useCurl } from './use-curl';

export const requestMethods = ['get', 'post', 'put', 'delete', 'patch'] as const;
export type RequestMethod = (typeof requestMethods)[number];

/** Stands for a connection that is created with the command. */
export const NEW_CONNECTION = 'new';

type Problems = Partial<Record<'url' | 'baseUrl' | 'save', string>>;

/**
 * The draft of a command from a single request: its address, its connection, and its parameters.
 *
 * @param begunFrom the connection to use for addresses that it leads to; null for any that does
 */
export function useRequest(orgId: string, begunFrom: number | null) {
  const panels = useSidePanels();
  const queryClient = useQueryClient();
  const [method, setMethod] = useState<RequestMethod>('get');
  const [url, setUrl] = useState('');
  const [isTyped, setIsTyped] = useState(false);
  const [baseUrl, setBaseUrl] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [rows, setRows] = useState<ParameterRow[]>([]);
  const [problems, setProblems] = useState<Problems>({});

  const curl = useCurl(orgId, begunFrom, (reason) => setProblems({ url: reason }));

  const connections = useQuery({
    queryKey: queryKey(listApiCredentials, { params: { orgId }, query: {} }),
    queryFn: ({ signal }) => callApi(listApiCredentials, { params: { orgId }, query: {} }, { signal }),
  });
  const read = readRequestUrl(url);
  const fitting = (connections.data ?? []).filter(
    ({ apiBaseUrl }) => read !== null && pathBelow(read, apiBaseUrl) !== null,
  );
  const first = fitting.find(({ credentialId }) => credentialId === begunFrom) ?? fitting[0];
  const connection = chosen ?? (first === undefined ? NEW_CONNECTION : String(first.credentialId));
  const usedBaseUrl = baseUrl ?? read?.origin ?? '';

  const save = useMutation({
    mutationFn: async () => {
      const credentialId = connection === NEW_CONNECTION ? await connect() : Number(connection);
      const address = url.trim();
      return callApi(createRequestTemplate, {
        params: { orgId },
        body: {
          credentialId,
          name: `${method.toUpperCase()} ${read?.path || '/'}`,
          cloudId: `api::${method}::${address}`,
          paramSchema: null,
          inputs: requestInputs(rows),
          executionEnv: 'nol',
        },
      });
    },
    onSuccess: async ({ name, commandId }) => {
      toast.success(`Added ${name}.`);
      await Promise.all(
        [listCommands, listCredentials, listApiCredentials].map(({ id }) =>
          queryClient.invalidateQueries({ queryKey: [id] }),
        ),
      );
      panels.replace({ kind: 'configure', commandId });
    },
    onError: (error) => {
      const { message } = describeError(error);
      setProblems({ save: message });
    },
  });

  async function connect(): Promise<number> {
    const api = { apiBaseUrl: usedBaseUrl, authType: 'none' };
    const body = {
      orgId,
      credType: 'api' as const,
      name: freeName(
        connectionName(new URL(usedBaseUrl).host),
        (connections.data ?? []).map(({ name }) => name),
      ),
      forSync: false,
      forRuns: true,
      forResults: false,
      api,
    };
    // Whether it responds shows when the command is run.
    const { credentialId } = await callApi(createCredential, {
      params: { orgId },
      query: { force: true },
      body,
    });
    setChosen(String(credentialId));
    await queryClient.invalidateQueries({ queryKey: [listApiCredentials.id] });
    return credentialId;
  }

  const changeUrl = (text: string): void => {
    setUrl(text);
    setProblems({});
    setIsTyped(false);
    setBaseUrl(null);
    setChosen(null);
  };

  return {
    method,
    url,
    problems,
    connections,
    begunFrom: connections.data?.find(({ credentialId }) => credentialId === begunFrom) ?? null,
    fitting,
    connection,
    baseUrl: usedBaseUrl,
    rows,
    isTyped,
    isSaving: save.isPending || curl.isTaking,
    setMethod,
    setUrl: changeUrl,
    /** Takes over what is pasted if it is a curl command, whose lines the field would join. */
    paste: (text: string): boolean => {
      if (!isCurl(text)) return false;
      changeUrl(text.trim());
      curl.take(text);
      return true;
    },
    setBaseUrl: (text: string) => {
      setBaseUrl(text);
      setProblems({});
    },
    setConnection: (value: string) => {
      setChosen(value);
      setProblems({});
    },
    changeRow: (key: string, changes: Partial<ParameterRow>) =>
      setRows((before) => before.map((row) => (row.key === key ? { ...row, ...changes } : row))),
    next: () => {
      if (url.trim() === '') return setProblems({ url: 'You must fill out "URL"' });
      if (isCurl(url)) return curl.take(url);
      if (read === null) {
        return setProblems({
          url: 'Must be an address such as https://api.example.com/users/{id}?limit={limit}',
        });
      }
      setRows((before) => parametersOf(read, method, before));
      setIsTyped(true);
    },
    back: () => setIsTyped(false),
    submit: () => {
      const isNew = connection === NEW_CONNECTION;
      if (isNew && usedBaseUrl.trim() === '') return setProblems({ baseUrl: 'You must fill out "Base URL"' });
      if (isNew && (read === null || pathBelow(read, usedBaseUrl) === null)) {
        return setProblems({ baseUrl: 'The URL above must begin with it' });
      }
      save.mutate();
    },
  };
}
