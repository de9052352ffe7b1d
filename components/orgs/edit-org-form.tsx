'use client';

import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { paths } from '@/lib/base/paths';
import { callApi } from '@/lib/client/api-client';
import { updateOrg } from '@/lib/contract/people/orgs';
import { LONGEST_NAME } from '@/lib/orgs/org-names';
import { SLUG } from '@/lib/orgs/slug';
import { limitsOf, ResultLimitFields, type ResultLimits } from './result-limit-fields';
import { type NamedIssuer, type PolicyValues, SignInPolicyFields } from './sign-in-policy-fields';

interface EditOrgFormProps {
  formId: string;
  org: { orgId: string; slug: string };
  saved: PolicyValues & { name: string; issuers: readonly NamedIssuer[]; limits: ResultLimits };
}

/** Names what is saved of an organization, in the cache. */
export const savedOrg = (orgId: string) => ['edit-org', orgId];

/** Names the saving, so that the button can show it. */
export const savingOrg = (orgId: string) => ['save-org', orgId];

/** The settings of an organization. Its button is in the panel's foot. */
export function EditOrgForm({ formId, org, saved }: EditOrgFormProps) {
  const client = useQueryClient();
  const router = useRouter();
  const panels = useSidePanels();
  const [name, setName] = useState(saved.name);
  const [slug, setSlug] = useState(org.slug);
  const [policy, setPolicy] = useState<PolicyValues>({
    requiredIssuer: saved.requiredIssuer,
    inactivityHours: saved.inactivityHours,
  });
  const [typedLimits, setLimits] = useState({
    days: String(saved.limits.retentionDays ?? ''),
    quotaMb: String(saved.limits.quotaMb ?? ''),
  });
  const [isMarked, setMarked] = useState(saved.limits.csvByteOrderMark);
  const limits = limitsOf(typedLimits, saved.limits);
  const nameProblem = name.trim() === '' ? 'Please enter a name' : null;
  const slugProblem = SLUG.test(slug) ? null : 'Lowercase letters and digits, separated by single hyphens';
  const save = useMutation({
    mutationKey: savingOrg(org.orgId),
    mutationFn: () =>
      callApi(updateOrg, {
        params: { orgId: org.orgId },
        body: { name: name.trim(), slug, ...policy, ...limits, csvByteOrderMark: isMarked },
      }),
    onSuccess: async (changed) => {
      // A panel that is opened again at once would begin with what was saved before, and saving it would take this back.
      await client.invalidateQueries({ queryKey: savedOrg(org.orgId) });
      toast.success(
        changed.name === saved.name ? 'Saved.' : `The organization is now called ${changed.name}.`,
      );
      const changedSlug = changed.slugs.find(({ isActive }) => isActive)?.slug ?? org.slug;
      // Another address leaves the panel behind; at the same one it is closed by its own state.
      if (changedSlug === org.slug) panels.closeAll();
      else router.replace(paths.org(changedSlug));
      router.refresh();
    },
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (nameProblem === null && slugProblem === null && limits !== undefined) save.mutate();
  }
  return (
    <form id={formId} onSubmit={submit} noValidate>
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
        <SignInPolicyFields values={policy} issuers={saved.issuers} onChange={setPolicy} />
        <ResultLimitFields values={typedLimits} limits={saved.limits} onChange={setLimits} />
        <Checkbox
          label="Begin CSV files with a byte order mark"
          description="Excel on Windows needs it to read accents and other scripts. Turn it off for programs that take it for a part of the first column's name."
          checked={isMarked}
          onChange={(event) => setMarked(event.currentTarget.checked)}
        />
        {save.error !== null && <ErrorNotice error={save.error} />}
      </Stack>
    </form>
  );
}
