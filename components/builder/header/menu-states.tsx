import { Menu } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describeError } from '@/components/ui/feedback/describe-error';

interface MenuStatesProps<Data> {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}

/** The items of a menu that are loaded from the server: loading, failed, or ready. */
export function MenuStates<Data>({ query, children }: MenuStatesProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) return <Menu.Item disabled>Loading…</Menu.Item>;
  return (
    <Menu.Item closeMenuOnClick={false} onClick={() => void query.refetch()}>
      {describeError(query.error).message} Try again
    </Menu.Item>
  );
}
