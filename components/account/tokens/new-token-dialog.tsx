'use client';

import type { TokenValues } from './token-changes';
import { TokenDialog } from './token-dialog';
import { USUAL_LIFETIME } from './token-words';
import { type FreshToken, type TokenOrg, type TokenOwner, useCreateToken } from './use-tokens';

interface NewTokenDialogProps {
  owner: TokenOwner;
  orgs: readonly TokenOrg[];
  onClose: () => void;
  onMade: (fresh: FreshToken) => void;
}

/** Asks what a new token may do, and creates it. */
export function NewTokenDialog({ owner, orgs, onClose, onMade }: NewTokenDialogProps) {
  const create = useCreateToken(owner);
  function save({ days, chosen, ...values }: TokenValues): void {
    const things = values.scope === 'run' ? chosen : {};
    create.mutate({ ...values, ...things, days: days ?? USUAL_LIFETIME }, { onSuccess: onMade });
  }
  return (
    <TokenDialog owner={owner} orgs={orgs} token={null} saving={create} onSave={save} onClose={onClose} />
  );
}
