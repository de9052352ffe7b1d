'use client';

import { changesOf, type TokenValues } from './token-changes';
import { TokenDialog } from './token-dialog';
import { type Token, type TokenOrg, type TokenOwner, useUpdateToken } from './use-tokens';

interface EditTokenDialogProps {
  owner: TokenOwner;
  orgs: readonly TokenOrg[];
  token: Token;
  onClose: () => void;
}

/** Renames a token, renews it, or takes rights away from it. Whatever has the token goes on with it. */
export function EditTokenDialog({ owner, orgs, token, onClose }: EditTokenDialogProps) {
  const update = useUpdateToken(owner);
  function save(values: TokenValues): void {
    const changes = changesOf(token, values);
    if (Object.keys(changes).length === 0) onClose();
    else update.mutate({ token, changes }, { onSuccess: onClose });
  }
  return (
    <TokenDialog owner={owner} orgs={orgs} token={token} saving={update} onSave={save} onClose={onClose} />
  );
}
