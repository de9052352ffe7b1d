import { Button, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { SidePanel } from '@/components/ui/panels/side-panel';
import type { NewDropdownOf, useNewDropdown } from './use-new-dropdown';

const FORM = 'new-dropdown';

interface NewDropdownFrameProps extends NewDropdownOf {
  title: string;
  saving: ReturnType<typeof useNewDropdown>;
  onSave: () => void;
  children: ReactNode;
}

/** The panel of a new dropdown, with the one button that creates and links it. */
export function NewDropdownFrame({ command, input, title, saving, onSave, children }: NewDropdownFrameProps) {
  function submit(event: FormEvent): void {
    event.preventDefault();
    onSave();
  }
  return (
    <SidePanel
      title={title}
      context={`${input.key} · ${command.name}`}
      footer={
        <>
          <Button variant="default" onClick={saving.cancel}>
            Cancel
          </Button>
          <Button type="submit" form={FORM} loading={saving.isBusy}>
            Save
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate onSubmit={submit}>
        <Stack gap="xl">
          {children}
          {saving.error !== null && <ErrorNotice error={saving.error} />}
        </Stack>
      </form>
    </SidePanel>
  );
}
