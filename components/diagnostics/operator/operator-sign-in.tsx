'use client';

import { Button, Modal, PasswordInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import dialog from '@/components/ui/feedback/dialogs/dialogs.module.css';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { ApiError, callApi } from '@/lib/client/api-client';
import { signInAsOperator, signOutAsOperator } from '@/lib/contract/diagnostics/operator';

/** Shows everything again, as the operator or no longer so. */
function useStartOver() {
  const router = useRouter();
  const queryClient = useQueryClient();
  return async () => {
    router.refresh();
    await queryClient.resetQueries();
  };
}

/** Asks for the key of the server, which shows it from inside. */
export function OperatorSignIn() {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={open}>
        Operator
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title="Sign in as the operator"
        size={480}
        padding={24}
        classNames={{ title: dialog.title, content: dialog.content }}
      >
        <KeyForm onDone={close} />
      </Modal>
    </>
  );
}

function KeyForm({ onDone }: { onDone: () => void }) {
  const [key, setKey] = useState('');
  const startOver = useStartOver();
  const signIn = useMutation({
    mutationFn: () => callApi(signInAsOperator, { body: { key: key.trim() } }),
    onSuccess: () => {
      onDone();
      return startOver();
    },
  });
  const isEmpty = key.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isEmpty) signIn.mutate();
  };
  return (
    <form onSubmit={submit}>
      <PasswordInput
        label="Key of the server"
        description="OPERATOR_KEY, or what is in the file operator-key of the data folder"
        autoComplete="off"
        data-autofocus
        value={key}
        error={signIn.error === null ? null : wordsOf(signIn.error)}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <Button type="submit" mt={16} disabled={isEmpty} loading={signIn.isPending}>
        Sign in
      </Button>
    </form>
  );
}

const wordsOf = (error: Error): string =>
  error instanceof ApiError ? error.message : 'This failed. Try again.';

/** Ends the operator's hour early. */
export function OperatorSignOut() {
  const startOver = useStartOver();
  const signOut = useMutation({
    mutationFn: () => callApi(signOutAsOperator, {}),
    onSuccess: startOver,
    onError: (error) => toast.failure('You are still signed in as the operator', error),
  });
  return (
    <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
      Leave as operator
    </Button>
  );
}
