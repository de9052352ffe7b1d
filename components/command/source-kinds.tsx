'use client';

import { createContext, type ReactNode, useContext } from 'react';
import { type Capability, factsOfKind, type SourceKindFacts } from '@/lib/sources/source-kind';

const Kinds = createContext<readonly SourceKindFacts[]>([]);

/** Provides every page with the facts about the kinds of sources. */
export function SourceKinds({ kinds, children }: { kinds: readonly SourceKindFacts[]; children: ReactNode }) {
  return <Kinds value={kinds}>{children}</Kinds>;
}

export const useSourceKinds = (): readonly SourceKindFacts[] => useContext(Kinds);

/** Whether commands can be added from a connection: from one that is compared with its source, or from what was uploaded. */
export const hasCommands = (
  { forSync }: { forSync: boolean },
  { capabilities }: Pick<SourceKindFacts, 'capabilities'>,
): boolean =>
  !capabilities.includes('stores') &&
  !capabilities.includes('keyVault') &&
  (forSync || !capabilities.includes('discovery'));

export const useSourceKind = (kind: string): SourceKindFacts => factsOfKind(useContext(Kinds), kind);

/** Whether the sources of a kind can do something. */
export const useCan = (kind: string, capability: Capability): boolean =>
  useSourceKind(kind).capabilities.includes(capability);
