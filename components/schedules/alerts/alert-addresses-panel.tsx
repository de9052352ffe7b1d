'use client';

import { Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { FieldsSkeleton } from '@/components/ui/loading/fields-skeleton';
import { FormFooter } from '@/components/ui/panels/form-footer';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { useAlertAddresses, useUpdateAlertAddresses } from './use-alerts';

const FORM = 'alert-addresses';

/** The addresses that alerts and results may go to besides people with access. Admins change them. */
export function AlertAddressesPanel({ orgId }: { orgId: string }) {
  const listed = useAlertAddresses(orgId);
  if (listed.data !== undefined) return <AddressesForm orgId={orgId} saved={listed.data} />;
  return (
    <SidePanel title="Outside addresses">
      {listed.error === null ? (
        <FieldsSkeleton fields={1} />
      ) : (
        <ErrorNotice error={listed.error} onRetry={() => void listed.refetch()} />
      )}
    </SidePanel>
  );
}

interface AddressesFormProps {
  orgId: string;
  saved: { addresses: string[]; mayChange: boolean };
}

const addressesIn = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((each) => each.trim())
    .filter((each) => each !== '');

function AddressesForm({ orgId, saved }: AddressesFormProps) {
  const panels = useSidePanels();
  const update = useUpdateAlertAddresses(orgId);
  const [text, setText] = useState(() => saved.addresses.join('\n'));
  const wrong = addressesIn(text).find((each) => !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(each));
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (wrong === undefined) update.mutate(addressesIn(text), { onSuccess: panels.pop });
  }
  return (
    <SidePanel
      title="Outside addresses"
      footer={
        saved.mayChange && (
          <FormFooter
            form={FORM}
            label="Save"
            isDisabled={wrong !== undefined || text === saved.addresses.join('\n')}
            isPending={update.isPending}
          />
        )
      }
    >
      <form id={FORM} noValidate onSubmit={submit}>
        <Textarea
          label="Addresses"
          description="Addresses outside Pushboard, such as a mailing list, one per line. Engineers may choose them for the alerts and results of scheduled jobs; the list alone sends nothing. Other mail goes only to people who have the command."
          placeholder="on-call@example.com"
          autosize
          minRows={6}
          readOnly={!saved.mayChange}
          value={text}
          error={wrong === undefined ? undefined : `“${wrong}” is not a valid address.`}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {update.error !== null && <ErrorNotice error={update.error} />}
      </form>
    </SidePanel>
  );
}
