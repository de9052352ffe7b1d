'use client';

import { TokenSection } from './token-section';
import type { TokenOrg } from './use-tokens';

const self = { kind: 'self' } as const;

/** The tokens that act as the person. */
export function OwnTokens({ orgs }: { orgs: readonly TokenOrg[] }) {
  return (
    <TokenSection
      owner={self}
      orgs={orgs}
      about="For scripts, the command line, and AI assistants. A token can never do more than you can."
    />
  );
}
