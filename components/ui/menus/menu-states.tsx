import { Menu } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { describeError } from '@/components/ui/feedback/describe-error';

interface MenuStatesProps<Data> {
  query: UseQueryResult<Data>;
  /** What couldn't be done, in a sentence before the reason. */
  failure?: string;
  /** The items that don't depend on what failed. */
  otherItems?: ReactNode;
  children: (data: Data) => ReactNode;
}

/**
 * The items of a menu that are loaded from the server: loading, failed, or ready. All come at once, because one that
 * moves under the pointer takes no press.
 */
export function MenuStates<Data>({ query, failure, otherItems, children }: MenuStatesProps<Data>) {
  const wasLoading = useRef(query.data === undefined);
  if (query.data !== undefined) {
    return <LoadedItems wereAwaited={wasLoading.current}>{children(query.data)}</LoadedItems>;
  }
  if (query.error === null) return <Menu.Item disabled>Loading…</Menu.Item>;
  const reason = describeError(query.error).message;
  return (
    <>
      <Menu.Item closeMenuOnClick={false} onClick={() => void query.refetch()}>
        {failure === undefined ? reason : `${failure} ${reason}`} Try again
      </Menu.Item>
      {otherItems}
    </>
  );
}

/** For people who use the keyboard, items that arrive in an open menu get the focus, as they do in other menus. */
function LoadedItems({ wereAwaited, children }: { wereAwaited: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!wereAwaited || document.activeElement?.matches(':focus-visible') !== true) return;
    box.current?.querySelector<HTMLElement>('[role="menuitem"]:not(:disabled)')?.focus();
  }, [wereAwaited]);
  return (
    <div ref={box} role="presentation">
      {children}
    </div>
  );
}
