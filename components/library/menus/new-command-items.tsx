'use client';

import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SourceIcon } from '@/components/command/source-icon';
import { describeError } from '@/components/ui/feedback/describe-error';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { callApi } from '@/lib/api-client';
import { listConnectionKinds, listCredentials } from '@/lib/contract/credentials';
import { queryKey } from '@/lib/query-keys';

/** What one can make commands of: the connections there are, then the kinds that can be connected. */
export default function NewCommandItems({ orgId }: { orgId: string }) {
  const [showsKinds, setShowsKinds] = useState(false);
  const panels = useSidePanels();
  const credentials = useQuery({
    queryKey: queryKey(listCredentials, { params: { orgId }, query: { filter: ['syncs:true'] } }),
    queryFn: ({ signal }) =>
      callApi(listCredentials, { params: { orgId }, query: { filter: ['syncs:true'] } }, { signal }),
  });
  const kinds = useQuery({
    queryKey: queryKey(listConnectionKinds, { params: { orgId } }),
    queryFn: ({ signal }) => callApi(listConnectionKinds, { params: { orgId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const error = credentials.error ?? kinds.error;
  const shownKinds = kinds.data?.filter(({ credType }) => credType !== 'api');
  const isFirst = credentials.data?.length === 0;
  return (
    <>
      <Menu.Label>EXISTING CONNECTIONS</Menu.Label>
      {error !== null && (
        <Menu.Item
          closeMenuOnClick={false}
          onClick={() => void Promise.all([credentials.refetch(), kinds.refetch()])}
        >
          Error - Failed to get creds. {describeError(error).message} Try again
        </Menu.Item>
      )}
      {error === null && credentials.data === undefined && <Menu.Item disabled>Loading…</Menu.Item>}
      {isFirst && <Menu.Item disabled>None yet</Menu.Item>}
      {credentials.data?.map((credential) => (
        <Menu.Item
          key={credential.credentialId}
          leftSection={<SourceIcon kind={credential.sourceKind} />}
          onClick={() => panels.push(`sync:${credential.credentialId}`)}
        >
          {credential.name}
        </Menu.Item>
      ))}
      <Menu.Divider />
      {!showsKinds && !isFirst ? (
        <Menu.Item closeMenuOnClick={false} onClick={() => setShowsKinds(true)}>
          View other options
        </Menu.Item>
      ) : (
        <>
          <Menu.Label>REST API</Menu.Label>
          {restItems.map(({ label, panel }) => (
            <Menu.Item
              key={panel}
              leftSection={<SourceIcon kind="rest" />}
              onClick={() => panels.push(panel)}
            >
              {label}
            </Menu.Item>
          ))}
          {shownKinds?.map(({ sourceKind, label: name, credType }) => (
            <KindItems
              key={sourceKind}
              kind={sourceKind}
              name={name}
              things={credType === 'db' ? ['Stored Proc', 'Function'] : [name]}
              onChoose={() => panels.push(`connect:${sourceKind}`)}
            />
          ))}
        </>
      )}
    </>
  );
}

/** An API is not connected by itself: it comes with its description, or a request at a time. */
const restItems = [
  { label: 'OpenAPI / Swagger', panel: 'upload-openapi' },
  { label: 'Postman Collection', panel: 'upload-postman' },
  { label: 'HTTP Request', panel: 'request' },
] as const;

interface KindItemsProps {
  kind: string;
  name: string;
  things: readonly string[];
  onChoose: () => void;
}

function KindItems({ kind, name, things, onChoose }: KindItemsProps) {
  return (
    <>
      <Menu.Label>{name.toUpperCase()}</Menu.Label>
      {things.map((thing) => (
        <Menu.Item key={thing} leftSection={<SourceIcon kind={kind} />} onClick={onChoose}>
          {thing}
        </Menu.Item>
      ))}
    </>
  );
}
