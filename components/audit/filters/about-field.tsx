'use client';

import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PersonSelect } from '@/components/command/person-select';
import { ThingSelect } from '@/components/command/pickers/thing-select';
import { useCommandChoices } from '@/components/command/pickers/use-command-choices';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listFolders } from '@/lib/contract/library/folders';
import { listGroups } from '@/lib/contract/people/members';
import { listCredentials } from '@/lib/contract/sources/credentials';
import { subjectWords } from '../audit-words';

interface Choice {
  value: string;
  label: string;
}

const TYPED_DEBOUNCE_MS = 300;

/** What a filter about a kind can name, by name; null for a kind whose things have no list. */
export function useAboutChoices(orgId: string, about: string): readonly Choice[] | null {
  const commands = useCommandChoices(orgId, about === 'command');
  const folders = useQuery({
    queryKey: queryKey(listFolders, { params: { orgId }, query: { only: 'names' } }),
    queryFn: ({ signal }) =>
      callApi(listFolders, { params: { orgId }, query: { only: 'names' } }, { signal }),
    select: (found) => found.map(({ folderId, name }) => ({ value: String(folderId), label: name })),
    enabled: about === 'folder',
  });
  const groups = useQuery({
    queryKey: queryKey(listGroups, { params: { orgId } }),
    queryFn: ({ signal }) => callApi(listGroups, { params: { orgId } }, { signal }),
    select: (found) => found.map(({ groupId, name }) => ({ value: groupId, label: name })),
    enabled: about === 'group',
  });
  const connections = useQuery({
    queryKey: queryKey(listCredentials, { params: { orgId }, query: {} }),
    queryFn: ({ signal }) => callApi(listCredentials, { params: { orgId }, query: {} }, { signal }),
    select: (found) => found.map(({ credentialId, name }) => ({ value: String(credentialId), label: name })),
    enabled: about === 'credential',
  });
  switch (about) {
    case 'command':
      return commands;
    case 'folder':
      return folders.data ?? [];
    case 'group':
      return groups.data ?? [];
    case 'credential':
      return connections.data ?? [];
    default:
      return null;
  }
}

interface AboutFieldProps {
  orgId: string;
  about: string;
  id: string;
  /** The name of the chosen one, as far as the page knows it: deleted ones aren't offered. */
  knownName: string | undefined;
  onChange: (id: string) => void;
}

/** Which one of a kind the events are about: a person, a thing by its name, or others by their number. */
export function AboutField({ orgId, about, id, knownName, onChange }: AboutFieldProps) {
  const choices = useAboutChoices(orgId, about);
  const kind = (subjectWords[about] ?? about).toLowerCase();
  if (about === 'member') {
    return (
      <PersonSelect
        label="About person"
        orgId={orgId}
        userId={id || null}
        onChange={(userId) => onChange(userId ?? '')}
      />
    );
  }
  if (choices === null) return <IdField key={about} kind={kind} id={id} onChange={onChange} />;
  const isMissing = id !== '' && !choices.some(({ value }) => value === id);
  return (
    <ThingSelect
      kind={kind}
      data={isMissing ? [{ value: id, label: knownName ?? id }, ...choices] : [...choices]}
      value={id || null}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}

/** Applies a moment after the last key. */
function IdField({ kind, id, onChange }: { kind: string; id: string; onChange: (id: string) => void }) {
  const [typed, setTyped] = useState(id);
  const apply = useDebouncedCallback((text: string) => onChange(text.trim()), {
    delay: TYPED_DEBOUNCE_MS,
    flushOnUnmount: true,
  });
  return (
    <TextInput
      label={`Number or id of the ${kind}`}
      placeholder="Any"
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        apply(event.currentTarget.value);
      }}
    />
  );
}
