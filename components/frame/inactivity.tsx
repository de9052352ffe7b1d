'use client';

import { useEffect } from 'react';
import { watchInactivity } from './watch-inactivity';

/** Asks whoever has been away for long whether they are still there. Draws nothing until then. */
export default function Inactivity({ signedInAtMs }: { signedInAtMs: number }) {
  useEffect(() => watchInactivity(signedInAtMs), [signedInAtMs]);
  return null;
}
