'use client';

import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { describeError } from '@/components/ui/feedback/describe-error';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { readMe, renameMe } from '@/lib/contract/people/people';
import { LONGEST_NAME } from '@/lib/orgs/org-names';
import styles from './own-name.module.css';

interface OwnNameProps {
  name: string;
  /** Who says what the person is called; null if they say it themselves. */
  provider: string | null;
}

/** What the person is called, to be changed unless their provider says it. */
export function OwnName({ name, provider }: OwnNameProps) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState(name);
  const rename = useMutation({
    mutationFn: () => callApi(renameMe, { body: { name: typed.trim() } }),
    onSuccess: async (me) => {
      setTyped(me.name);
      toast.success('Your name was changed.');
      await queryClient.invalidateQueries({ queryKey: [readMe.id] });
      router.refresh();
    },
  });
  const isSame = typed.trim() === name;
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isSame && typed.trim() !== '' && !rename.isPending) rename.mutate();
  }
  if (provider !== null) {
    return (
      <p className={styles.fixed}>
        <b>{name}</b> Your name comes from {provider}. Change it there; it is taken over when you sign in
        again.
      </p>
    );
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        label="Your name"
        description="Your organizations see it. What you did before keeps your former name."
        value={typed}
        maxLength={LONGEST_NAME}
        error={
          rename.error === null
            ? undefined
            : `Error changing your name. ${describeError(rename.error).message}`
        }
        onChange={({ currentTarget }) => {
          rename.reset();
          setTyped(currentTarget.value);
        }}
        // Next to the field itself, whatever stands below it.
        inputContainer={(field) => (
          <div className={styles.line}>
            {field}
            <Button
              type="submit"
              variant="default"
              disabled={isSame || typed.trim() === ''}
              loading={rename.isPending}
            >
              Save
            </Button>
          </div>
        )}
      />
    </form>
  );
}
