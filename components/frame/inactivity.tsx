'use client';

import { useEffect } from 'react';
import { useSessionEnd } from './session-end';
import { watchInactivity } from './watch-inactivity';

/** Asks inactive people whether they are still there, and leaves the page of a session that has ended. Renders nothing until then. */
export default function Inactivity({ signedInAtMs }: { signedInAtMs: number }) {
  useSessionEnd();
  useEffect(() => watchInactivity(signedInAtMs), [signedInAtMs]);
  return null;
}
