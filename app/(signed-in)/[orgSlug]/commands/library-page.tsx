'use client';

import { useState } from 'react';
import { LibraryView } from '@/components/library/library-view';
import type { LibraryOwner } from '@/components/library/use-library';
import { Fetched, fetchedPart, usePrepared } from '@/components/ui/loading/fetched-part';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';

const libraryPanels = fetchedPart(() => import('./library-panels'));
const likely = [libraryPanels];

/** The library; the code of its panels is fetched apart. */
export function LibraryPage({ owner }: { owner: LibraryOwner }) {
  usePrepared(likely);
  const { stack } = useSidePanels();
  const [wasOpened, setOpened] = useState(stack.length > 0);
  if (stack.length > 0 && !wasOpened) setOpened(true);
  return (
    <>
      <LibraryView owner={owner} />
      {wasOpened && <Fetched part={libraryPanels} props={{ owner }} />}
    </>
  );
}
