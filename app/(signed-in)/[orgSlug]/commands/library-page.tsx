'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { LibraryView } from '@/components/library/library-view';
import type { LibraryOwner } from '@/components/library/use-library';
import { useSidePanels } from '@/components/ui/side-panels/use-side-panels';

const LibraryPanels = dynamic(() => import('./library-panels'));

/** The library; the code of its panels is fetched when one of them is first opened. */
export function LibraryPage({ owner }: { owner: LibraryOwner }) {
  const { stack } = useSidePanels();
  const [wasOpened, setOpened] = useState(stack.length > 0);
  if (stack.length > 0 && !wasOpened) setOpened(true);
  return (
    <>
      <LibraryView owner={owner} />
      {wasOpened && <LibraryPanels owner={owner} />}
    </>
  );
}
