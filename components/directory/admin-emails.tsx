'use client';

import { Button, TagsInput } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { describeError } from '@/components/ui/feedback/describe-error';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { updateOrg } from '@/lib/contract/people/orgs';
import styles from './directory-section.module.css';
import { useRefreshDirectory } from './use-directory';

const SAVED_MS = 5_000;
const MOST = 100;
const looksLikeAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

interface AdminEmailsProps {
  orgId: string;
  saved: readonly string[];
}

/** The addresses of the people who are admins. Saving changes roles at once. */
export function AdminEmails({ orgId, saved }: AdminEmailsProps) {
  const router = useRouter();
  const refresh = useRefreshDirectory();
  const [emails, setEmails] = useState<string[]>([...saved]);
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const wrong = emails.find((email) => !looksLikeAddress.test(email));
  const problem = wrong === undefined ? refusal : `${wrong} is not an email address.`;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (wrong !== undefined) return;
    setSaving(true);
    try {
      await callApi(updateOrg, { params: { orgId }, body: { adAdminEmails: emails } });
      toast.success('AD admin emails saved!', { durationMs: SAVED_MS });
      router.refresh();
      await refresh();
    } catch (error) {
      toast.failure('There was an error saving the AD Admin emails!', error, { durationMs: SAVED_MS });
      setRefusal(describeError(error).message);
    }
    setSaving(false);
  }

  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      <TagsInput
        className={styles.field}
        label="AD admin emails"
        description="People of the directory with these addresses are admins; everyone else is a member."
        placeholder={emails.length === 0 ? 'name@example.com' : ''}
        value={emails}
        onChange={(changed) => {
          setEmails(changed.map((email) => email.trim()));
          setRefusal(null);
        }}
        splitChars={[',', ' ', ';']}
        acceptValueOnBlur
        maxTags={MOST}
        error={problem}
      />
      <Button type="submit" variant="default" loading={isSaving} disabled={wrong !== undefined}>
        Save
      </Button>
    </form>
  );
}
