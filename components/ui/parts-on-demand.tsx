'use client';

import dynamic from 'next/dynamic';
import { dialogsPart } from './dialogs-part';
import { useWanted } from './on-demand';
import { toastsPart } from './toasts-part';

const DialogsHost = dynamic(() => import('./dialogs-host'), { ssr: false });
const ToastsHost = dynamic(() => import('./toasts-host'), { ssr: false });

/** What every page may need and few need at once: it is fetched when something asks for it. */
export function PartsOnDemand() {
  const wantsDialogs = useWanted(dialogsPart);
  const wantsToasts = useWanted(toastsPart);
  return (
    <>
      {wantsDialogs && <DialogsHost />}
      {wantsToasts && <ToastsHost />}
    </>
  );
}
