'use client';

import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { toast } from '@/components/ui/feedback/toasts';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { callApi } from '@/lib/api-client';
import { updateOrg } from '@/lib/contract/orgs';
import { LONGEST_NAME } from '@/lib/orgs/org-names';
import { SLUG } from '@/lib/orgs/slug';
import { paths } from '@/lib/paths';

interface EditOrgPanelProps {
  org: { orgId: string; slug: string; name: string };
}

/** Renames the organization or changes its slug. */
export function EditOrgPanel({ org }: EditOrgPanelProps) {
  const router = useRouter();
  const [name, setName] = useState(org.name);
  const [slug, setSlug] = useState(org.slug);
  const nameProblem = name.trim() === '' ? 'Please enter a name' : null;
  const slugProblem = SLUG.test(slug) ? null : 'Lowercase letters and digits, separated by single hyphens';
  const save = useMutation({
    mutationFn: () => callApi(updateOrg, { params: { orgId: org.orgId }, body: { name: name.trim(), slug } }),
    onSuccess: (changed) => {
      toast.success(`The organization is now called ${changed.name}.`);
      router.replace(paths.org(changed.slugs.find(({ isActive }) => isActive)?.slug ?? org.slug));
      router.refresh();
    },
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (nameProblem === null && slugProblem === null) save.mutate();
  }
  return (
    <SidePanel
      title="Edit organization"
      context={org.orgId}
      footer={
        <Button type="submit" form="edit-org" loading={save.isPending}>
          Save
        </Button>
      }
    >
      <form id="edit-org" onSubmit={submit} noValidate>
        <Stack gap="lg">
          <TextInput
            label="Name"
            data-autofocus
            required
            maxLength={LONGEST_NAME}
            value={name}
            error={nameProblem}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label="In addresses"
            description="Links with the old name keep working."
            required
            maxLength={LONGEST_NAME}
            value={slug}
            error={slugProblem}
            onChange={(event) => setSlug(event.currentTarget.value.toLowerCase())}
          />
          {save.error !== null && <ErrorNotice error={save.error} />}
        </Stack>
      </form>
    </SidePanel>
  );
}
