'use client';

import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { paths } from '@/lib/base/paths';
import { callApi } from '@/lib/client/api-client';
import { createOrg } from '@/lib/contract/people/orgs';
import { LONGEST_NAME, orgNameOf } from '@/lib/orgs/org-names';

interface Props {
  userName: string;
  /** Who says the person's name, which then can't be changed here; null if they say it themselves. */
  nameProvider: string | null;
  /** The way back to the person's other organizations. */
  back: ReactNode;
}

/** The person's name, and the organization's: the first word of the name, unless changed. */
export function CreateOrg({ userName: initialName, nameProvider, back }: Props) {
  const router = useRouter();
  const [userName, setUserName] = useState(
    nameProvider === null ? [...initialName].slice(0, LONGEST_NAME).join('') : initialName,
  );
  const [isCustom, setCustom] = useState(false);
  const [customName, setCustomName] = useState('');
  const orgName = isCustom ? customName : orgNameOf(userName);
  const isRenamed = nameProvider === null && userName.trim() !== initialName;
  const create = useMutation({
    mutationFn: () =>
      callApi(createOrg, {
        body: { orgName: orgName.trim(), ...(isRenamed ? { userName: userName.trim() } : {}) },
      }),
    onSuccess: ({ orgId, slugs }) => {
      router.push(paths.commands(slugs.find(({ isActive }) => isActive)?.slug ?? orgId));
      router.refresh();
    },
  });
  const isFilled = userName.trim() !== '' && orgName.trim() !== '';
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isFilled) create.mutate();
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <TextInput
          label="Your name"
          autoComplete="name"
          maxLength={LONGEST_NAME}
          readOnly={nameProvider !== null}
          description={nameHint(nameProvider, isRenamed)}
          value={userName}
          onChange={(event) => setUserName(event.currentTarget.value)}
        />
        <TextInput
          label="Your org's name"
          autoComplete="organization"
          maxLength={LONGEST_NAME}
          description={isCustom ? null : 'From your name, until you type another.'}
          value={orgName}
          onChange={(event) => {
            setCustomName(event.currentTarget.value);
            setCustom(true);
          }}
        />
        <Checkbox
          label="Custom org name"
          checked={isCustom}
          onChange={(event) => {
            // Continues from the current text.
            setCustomName(orgName);
            setCustom(event.currentTarget.checked);
          }}
        />
        {create.error !== null && <ErrorNotice error={create.error} />}
        <Group gap="sm">
          <Button type="submit" disabled={!isFilled} loading={create.isPending || create.isSuccess}>
            Done
          </Button>
          {back}
        </Group>
      </Stack>
    </form>
  );
}

function nameHint(nameProvider: string | null, isRenamed: boolean): string | null {
  if (nameProvider !== null) return `From ${nameProvider}. Change it there.`;
  return isRenamed ? 'Changes your name in all of your organizations. Their admins are told.' : null;
}
