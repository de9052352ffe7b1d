'use client';

import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { usePathname, useSearchParams } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { describeError } from '@/components/ui/feedback/describe-error';
import { EmptyLine } from '@/components/ui/feedback/empty-notice';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import filterStyles from '@/components/ui/filters/add-filter.module.css';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import {
  deleteHistoryView,
  LONGEST_VIEW_NAME,
  listHistoryViews,
  saveHistoryView,
} from '@/lib/contract/runs/history-views';
import { historyParsers } from '../history-address';
import styles from './views-menu.module.css';

/** What is not a filter. */
const PASSING = new Set(['page', 'depth']);

/** The person's own views of the history: filters under a name, to come back to. */
export function ViewsMenu({ orgId, isNarrowed }: { orgId: string; isNarrowed: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={300} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          h={32}
          className={filterStyles.button}
          leftSection={<IconBookmark size={16} stroke={1.75} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={filterStyles.words}>Views</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Views">
        <Views orgId={orgId} isNarrowed={isNarrowed} onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Views({ orgId, isNarrowed, onDone }: { orgId: string; isNarrowed: boolean; onDone: () => void }) {
  const pathname = usePathname();
  const address = useSearchParams();
  const queryClient = useQueryClient();
  const input = { params: { orgId } };
  const views = useQuery({
    queryKey: queryKey(listHistoryViews, input),
    queryFn: ({ signal }) => callApi(listHistoryViews, input, { signal }),
  });
  const settled = (what: string) => ({
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listHistoryViews.id] }),
    onError: (error: unknown) => toast.failure(what, error),
  });
  const save = useMutation({
    mutationFn: (name: string) =>
      callApi(saveHistoryView, { params: { orgId }, body: { name, address: filtersIn(address) } }),
    onSuccess: ({ name }) => {
      toast.success(`Saved “${name}”.`);
      onDone();
    },
    ...settled('The view was not saved'),
  });
  const remove = useMutation({
    mutationFn: (viewId: number) => callApi(deleteHistoryView, { params: { orgId, viewId } }),
    ...settled('The view was not deleted'),
  });
  return (
    <div className={styles.views}>
      {views.isError && <p>{describeError(views.error).message}</p>}
      {views.data?.length === 0 && (
        <EmptyLine>
          Filter the list, then name the filters here to come back to them. Only you see your views.
        </EmptyLine>
      )}
      {views.data !== undefined && views.data.length > 0 && (
        <ul className={styles.list}>
          {views.data.map(({ viewId, name, address: saved }) => (
            <li key={viewId}>
              <Link className={styles.view} href={`${pathname}?${saved}`} prefetch={false} onClick={onDone}>
                {name}
              </Link>
              <ActionIcon
                aria-label={`Delete the view ${name}`}
                disabled={remove.isPending}
                onClick={() => remove.mutate(viewId)}
              >
                <IconTrash size={16} stroke={1.75} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {isNarrowed && <SaveView isSaving={save.isPending} onSave={save.mutate} />}
    </div>
  );
}

function SaveView({ isSaving, onSave }: { isSaving: boolean; onSave: (name: string) => void }) {
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') onSave(name.trim());
  };
  return (
    <form className={styles.save} onSubmit={submit}>
      <TextInput
        className={styles.name}
        aria-label="Name of the view"
        placeholder="Name these filters"
        maxLength={LONGEST_VIEW_NAME}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" loading={isSaving} disabled={name.trim() === ''}>
        Save
      </Button>
    </form>
  );
}

function filtersIn(address: URLSearchParams): string {
  const kept = [...address].filter(([key]) => Object.hasOwn(historyParsers, key) && !PASSING.has(key));
  return new URLSearchParams(kept).toString();
}
