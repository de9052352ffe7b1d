import { Button } from '@mantine/core';
import { NameForm } from '@/components/ui/fields/name-form';
import { SidePanel } from '@/components/ui/panels/side-panel';
import type { ButtonState } from './use-button-state';

const FORM = 'decoration-name';

/** The text of a button. */
export function ButtonName({ state }: { state: ButtonState }) {
  const { saved, name, isMultiset, command } = state;
  return (
    <SidePanel
      title={saved === null ? 'Choose Decoration Name' : 'Edit Decoration Name'}
      context={command.name}
      footer={
        <>
          <Button variant="default" onClick={state.back}>
            Cancel
          </Button>
          <Button type="submit" form={FORM} loading={state.isBusy}>
            {saved === null ? (isMultiset ? 'Choose Result Set' : 'Link To...') : 'Save'}
          </Button>
        </>
      }
    >
      <NameForm
        formId={FORM}
        initialName={name}
        error={state.error}
        onSave={(text) => state.keep({ name: text }, isMultiset ? 'set' : 'cmd')}
      />
    </SidePanel>
  );
}
