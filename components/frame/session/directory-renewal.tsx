'use client';

import { useEffect } from 'react';
import { saveSignOutNotice } from '@/components/ui/feedback/toasts/sign-out-notice';
import { paths } from '@/lib/base/paths';
import { ApiError, callApi } from '@/lib/client/api-client';
import { renewDirectorySession } from '@/lib/contract/people/directory-sign-in';

/** The server asks the directory once an hour, however often it is called. */
const RENEW_EVERY_MS = 60 * 60 * 1000;

/** Renews the session with the directory while the page is open. If the directory refuses, the person is logged out. */
export default function DirectoryRenewal() {
  useEffect(() => {
    const renew = () =>
      void callApi(renewDirectorySession, {}).catch((error) => {
        // Anything else is passing: the next call asks again.
        if (!(error instanceof ApiError && error.code === 'not_signed_in')) return;
        saveSignOutNotice(error.message);
        const { pathname, search, hash } = window.location;
        window.location.assign(paths.signIn(pathname + search + hash));
      });
    renew();
    const timer = setInterval(renew, RENEW_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return null;
}
