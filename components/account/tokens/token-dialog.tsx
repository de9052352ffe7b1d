'use client';

import { Button, Checkbox, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import {
  type ChosenThings,
  countChosen,
  NOTHING_CHOSEN,
  ThingPicker,
} from '@/components/command/pickers/thing-picker';
import { ScopeField, type ScopeKind } from '@/components/command/scope-field';
import dialog from '@/components/ui/feedback/dialogs/dialogs.module.css';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { LONGEST_TOKEN_NAME } from '@/lib/contract/people/tokens';
import { OrgThings } from './org-things';
import { type TokenValues, thingsOf } from './token-changes';
import styles from './token-dialog.module.css';
import { dayOf, endsOn, LIFETIMES, lifetimeLabel, scopeWords, USUAL_LIFETIME } from './token-words';
import type { Token, TokenOrg, TokenOwner } from './use-tokens';

interface TokenDialogProps {
  owner: TokenOwner;
  orgs: readonly TokenOrg[];
  /** The token to change, which can only lose rights; null for a new one. */
  token: Token | null;
  saving: { isPending: boolean; error: unknown };
  onSave: (values: TokenValues) => void;
  onClose: () => void;
}

const AS_BEFORE = 'as-before';

const chosenOf = ({ commands, folders }: Token): ChosenThings => ({
  commandIds: commands.map(({ commandId }) => commandId),
  folderIds: folders.map(({ folderId }) => folderId),
});

/** Asks what a token is called, what it may do, and when it ends. */
export function TokenDialog({ owner, orgs, token, saving, onSave, onClose }: TokenDialogProps) {
  const [name, setName] = useState(token?.name ?? '');
  const [days, setDays] = useState<number | null>(token === null ? USUAL_LIFETIME : null);
  const [scope, setScope] = useState<ScopeKind>(token?.scope ?? 'run');
  const [chosen, setChosen] = useState<ChosenThings>(token === null ? NOTHING_CHOSEN : chosenOf(token));
  const [allowsUnasked, setAllowsUnasked] = useState(token?.allowsUnasked ?? false);
  const [isTried, setTried] = useState(false);
  // A dialog that starts open wouldn't know where the focus came from.
  const isMounted = useMounted();
  const nameProblem = name.trim() === '' ? 'Please enter a name' : null;
  const isNothingChosen = scope === 'run' && countChosen(chosen) === 0;
  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (nameProblem !== null || isNothingChosen) return;
    onSave({ name: name.trim(), days, scope, chosen, allowsUnasked });
  }
  const nothingChosen = isTried && isNothingChosen && (
    <p className={styles.problem} role="alert">
      Choose at least one command or folder.
    </p>
  );
  return (
    <Modal
      opened={isMounted}
      onClose={onClose}
      title={token === null ? 'New token' : 'Edit token'}
      size={560}
      padding={24}
      withCloseButton={false}
      classNames={{ title: dialog.title, content: styles.content }}
    >
      <form onSubmit={submit} noValidate>
        <div className={styles.head}>
          <TextInput
            label="Name"
            description="What it is for, or where it is kept."
            data-autofocus
            required
            maxLength={LONGEST_TOKEN_NAME}
            value={name}
            error={isTried ? nameProblem : null}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <NativeSelect
            label="Expires"
            description={days === null ? dayOf(token?.expiresAt ?? Date.now()) : endsOn(days, Date.now())}
            value={days === null ? AS_BEFORE : String(days)}
            data={[
              ...(token === null ? [] : [{ value: AS_BEFORE, label: 'As before' }]),
              ...LIFETIMES.map((each) => ({ value: String(each), label: lifetimeLabel(each) })),
            ]}
            onChange={({ currentTarget: { value } }) => setDays(value === AS_BEFORE ? null : Number(value))}
          />
        </div>
        {(token === null || token.scope === 'everything') && (
          <ScopeField
            label="What it can do"
            words={scopeWords(owner.kind === 'service')}
            scope={scope}
            onChange={setScope}
          >
            <OrgThings orgs={orgs} chosen={chosen} onChange={setChosen} />
            {nothingChosen}
          </ScopeField>
        )}
        {token?.scope === 'run' && (
          <fieldset className={styles.things}>
            <legend className={styles.legend}>What it can run</legend>
            <ThingPicker things={thingsOf(token)} chosen={chosen} onChange={setChosen} />
            {nothingChosen}
          </fieldset>
        )}
        {token !== null && <p className={styles.note}>A token can lose rights, but not gain any.</p>}
        {scope !== 'read' && (token === null || token.allowsUnasked) && (
          <Checkbox
            mt="lg"
            label="AI assistants may run commands without asking"
            description={
              owner.kind === 'service'
                ? 'Otherwise, they run only commands that read data.'
                : 'Otherwise, each run of theirs that may change data waits until you confirm it in Pushboard. Runs from the API or the command line start at once.'
            }
            checked={allowsUnasked}
            onChange={(event) => setAllowsUnasked(event.currentTarget.checked)}
          />
        )}
        {saving.error !== null && (
          <div className={styles.error}>
            <ErrorNotice error={saving.error} />
          </div>
        )}
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {token === null ? 'Create token' : 'Save'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
