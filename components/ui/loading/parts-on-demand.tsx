'use client';

import dynamic from 'next/dynamic';
import { dialogsPart } from '../feedback/dialogs-part';
import { toastsPart } from '../feedback/toasts-part';
import { useWanted } from './on-demand';

const DialogsHost = dynamic(() => import('../feedback/dialogs-host'), { ssr: false });
const ToastsHost = dynamic(() => import('../feedback/toasts-host'), { ssr: false });

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
