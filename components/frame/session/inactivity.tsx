'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSessionEnd } from './session-end';
import { watchInactivity } from './watch-inactivity';

/** Asks inactive people whether they are still there, and leaves the page of a session that has ended. Renders nothing until then. */
export default function Inactivity({ signedInAtMs }: { signedInAtMs: number }) {
  useSessionEnd();
  const queryClient = useQueryClient();
  useEffect(() => watchInactivity(signedInAtMs, queryClient), [signedInAtMs, queryClient]);
  return null;
}
