'use client';

import { type ComponentType, type FunctionComponent, type ReactNode, useState } from 'react';
import { Fetched, fetchedPart } from './fetched-part';
import { useIsLive } from './use-is-live';

/**
 * A component whose code is fetched separately, and that the server renders where a page shows it from the start.
 * React puts off what a person just did until the code of every dynamic component that it newly shows is there, and
 * loses keys pressed meanwhile. So one that appears later shows a placeholder until its code has loaded.
 *
 * @param Served `dynamic(() => import(…))`, written out, since the build looks for it
 * @param importPart the same import
 */
export function servedPart<Props extends object>(
  Served: ComponentType<Props>,
  importPart: () => Promise<{ default: FunctionComponent<Props> }>,
  placeholder: ReactNode = null,
): FunctionComponent<Props> {
  const part = fetchedPart(importPart);
  return function ServedPart(props) {
    const isLive = useIsLive();
    const [isServed] = useState(!isLive);
    return isServed ? <Served {...props} /> : <Fetched part={part} props={props} fallback={placeholder} />;
  };
}
