'use client';

import { Button } from '@mantine/core';
import { useSidePanels } from './use-side-panels';

interface FormFooterProps {
  /** The id of the form that the panel holds. */
  form: string;
  /** What the form's button does. */
  label: string;
  isDisabled?: boolean;
  isPending?: boolean;
}

/** The buttons of a panel that holds a form: one goes back to the panel before, one submits the form. */
export function FormFooter({ form, label, isDisabled = false, isPending = false }: FormFooterProps) {
  const panels = useSidePanels();
  return (
    <>
      <Button variant="default" onClick={panels.pop}>
        Cancel
      </Button>
      <Button type="submit" form={form} disabled={isDisabled} loading={isPending}>
        {label}
      </Button>
    </>
  );
}
