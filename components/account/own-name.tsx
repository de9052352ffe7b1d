'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { describeError } from '@/components/ui/feedback/describe-error';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { NameLine } from '@/components/ui/fields/name-line';
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
  const rename = useMutation({
    mutationFn: (typed: string) => callApi(renameMe, { body: { name: typed } }),
    onSuccess: async () => {
      toast.success('Your name was changed.');
      await queryClient.invalidateQueries({ queryKey: [readMe.id] });
      router.refresh();
    },
  });
  if (provider !== null) {
    return (
      <p className={styles.fixed}>
        <b>{name}</b> Your name comes from {provider}. Change it there; it updates here when you sign in
        again.
      </p>
    );
  }
  return (
    <div className={styles.own}>
      <NameLine
        label="Your name"
        description="Your organizations see it. Earlier entries keep your old name."
        name={name}
        maxLength={LONGEST_NAME}
        isSaving={rename.isPending}
        problem={
          rename.error === null ? null : `Error changing your name. ${describeError(rename.error).message}`
        }
        onType={rename.reset}
        onSave={rename.mutate}
      />
    </div>
  );
}
