'use client';

import { useQuery } from '@tanstack/react-query';
import { NoteItem, NoteList } from '@/components/ui/text/note-list';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listDescriptions } from '@/lib/contract/sources/imports';
import type { Compared } from './use-diff';

/** What to know about the descriptions that are compared: what was read differently, and what isn't valid. */
export function DescriptionNotes({ orgId, credentialId, staticCommandSourceId }: Compared) {
  const input = { params: { orgId, credsId: credentialId } };
  const descriptions = useQuery({
    queryKey: queryKey(listDescriptions, input),
    queryFn: ({ signal }) => callApi(listDescriptions, input, { signal }),
    staleTime: 0,
  });
  const compared = (descriptions.data ?? []).filter(
    (each) => staticCommandSourceId === null || each.staticCommandSourceId === staticCommandSourceId,
  );
  return compared
    .filter(({ notes }) => notes.length > 0)
    .map(({ staticCommandSourceId: id, title, filename, notes }) => (
      <NoteList
        key={id}
        title={`${notes.length} ${notes.length === 1 ? 'note' : 'notes'} on ${filename ?? title}`}
      >
        {notes.map(({ where, message }) => (
          <NoteItem key={`${where} ${message}`} where={where}>
            {message}
          </NoteItem>
        ))}
      </NoteList>
    ));
}
