'use client';

import dynamic from 'next/dynamic';
import { dialogsPart } from '../feedback/dialogs/dialogs-part';
import { toastsPart } from '../feedback/toasts/toasts-part';
import { useWanted } from './on-demand';

const DialogsHost = dynamic(() => import('../feedback/dialogs/dialogs-host'), { ssr: false });
const ToastsHost = dynamic(() => import('../feedback/toasts/toasts-host'), { ssr: false });

/** Parts that any page may need but few need at first: fetched on demand. */
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
