'use client';

import { Button, Checkbox, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import dialog from '@/components/ui/feedback/dialogs.module.css';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { LONGEST_TOKEN_NAME } from '@/lib/contract/identity/tokens';
import { type Chosen, CommandPicker, NOTHING_CHOSEN } from './command-picker';
import styles from './new-token-dialog.module.css';
import { ScopeField } from './scope-field';
import { endsOn, LIFETIMES, USUAL_LIFETIME } from './token-words';
import { type FreshToken, type NewToken, type TokenOrg, type TokenOwner, useCreateToken } from './use-tokens';

interface NewTokenDialogProps {
  owner: TokenOwner;
  orgs: readonly TokenOrg[];
  onClose: () => void;
  onMade: (fresh: FreshToken) => void;
}

/** Asks what a new token is called, what it may do, and when it ends. */
export function NewTokenDialog({ owner, orgs, onClose, onMade }: NewTokenDialogProps) {
  const [name, setName] = useState('');
  const [days, setDays] = useState<number>(USUAL_LIFETIME);
  const [scope, setScope] = useState<NewToken['scope']>('run');
  const [chosen, setChosen] = useState<Chosen>(NOTHING_CHOSEN);
  const [allowsUnasked, setAllowsUnasked] = useState(false);
  const [isTried, setTried] = useState(false);
  const create = useCreateToken(owner);
  // A dialog that starts open wouldn't know where the focus came from.
  const isMounted = useMounted();
  const nameProblem = name.trim() === '' ? 'Please enter a name' : null;
  const isNothingChosen = scope === 'run' && chosen.commandIds.length + chosen.folderIds.length === 0;
  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (nameProblem !== null || isNothingChosen) return;
    const things = scope === 'run' ? chosen : {};
    create.mutate({ name: name.trim(), days, scope, allowsUnasked, ...things }, { onSuccess: onMade });
  }
  return (
    <Modal
      opened={isMounted}
      onClose={onClose}
      title="New token"
      size={560}
      padding={24}
      withCloseButton={false}
      classNames={{ title: dialog.title, content: dialog.content }}
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
            description={endsOn(days, Date.now())}
            value={String(days)}
            data={LIFETIMES.map((each) => ({
              value: String(each),
              label: each === 365 ? 'In a year' : `In ${each} days`,
            }))}
            onChange={(event) => setDays(Number(event.currentTarget.value))}
          />
        </div>
        <ScopeField scope={scope} onChange={setScope} isOfService={owner.kind === 'service'}>
          <CommandPicker orgs={orgs} chosen={chosen} onChange={setChosen} />
          {isTried && isNothingChosen && (
            <p className={styles.problem} role="alert">
              Choose at least one command or folder.
            </p>
          )}
        </ScopeField>
        {scope !== 'read' && (
          <Checkbox
            mt="lg"
            label="AI assistants may run commands without asking"
            description="Otherwise, an assistant that cannot ask you runs only commands marked as safe."
            checked={allowsUnasked}
            onChange={(event) => setAllowsUnasked(event.currentTarget.checked)}
          />
        )}
        {create.error !== null && (
          <div className={styles.error}>
            <ErrorNotice error={create.error} />
          </div>
        )}
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create token
          </Button>
        </div>
      </form>
    </Modal>
  );
}
