'use client';

import { useEffect, useRef, useState } from 'react';
import { Notice } from '@/components/ui/feedback/notice';
import { operationUrl } from '@/lib/api-client';
import { sayHello } from '@/lib/contract/diagnostics';

/** Asks the API once, before anyone signs in and without a session, whether it answers. Shows nothing if it does. */
export function HelloCheck() {
  const [isMissing, setMissing] = useState(false);
  const isAsked = useRef(false);
  useEffect(() => {
    // Effects run twice in development.
    if (isAsked.current) return;
    isAsked.current = true;
    fetch(operationUrl(sayHello, {}), { credentials: 'omit' }).then(
      ({ ok }) => setMissing(!ok),
      () => setMissing(true),
    );
  }, []);
  return (
    <div role="status">
      {isMissing && (
        <Notice kind="info" title="Pushboard does not answer right now">
          Signing in may fail. Wait a moment, then reload this page.
        </Notice>
      )}
    </div>
  );
}
