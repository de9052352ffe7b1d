'use client';

import { useEffect } from 'react';
import { watchInactivity } from './watch-inactivity';

/** Asks inactive people whether they are still there. Renders nothing until then. */
export default function Inactivity({ signedInAtMs }: { signedInAtMs: number }) {
  useEffect(() => watchInactivity(signedInAtMs), [signedInAtMs]);
  return null;
}
