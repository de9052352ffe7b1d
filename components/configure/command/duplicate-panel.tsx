'use client';

import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { Notice } from '@/components/ui/feedback/notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { NameForm } from '@/components/ui/fields/name-form';
import { FieldsSkeleton } from '@/components/ui/loading/fields-skeleton';
import { FormFooter } from '@/components/ui/panels/form-footer';
import type { PanelPage } from '@/components/ui/panels/panel-page';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { paths } from '@/lib/base/paths';
import { callApi } from '@/lib/client/api-client';
import { duplicateCommand } from '@/lib/contract/command/duplicate';
import { listCommands } from '@/lib/contract/library/commands';
import { useStoredDrafts } from '../panel/draft-store';
import { NotAnEngineer } from '../panel/not-an-engineer';
import { type CommandInput, useConfiguredCommand } from '../panel/use-configure';

const FORM = 'duplicate-command';

/** Names a copy of a command, creates it, and opens it. */
export function DuplicatePanel({ org, commandId }: { commandId: number } & Pick<PanelPage, 'org'>) {
  const { orgId, slug } = org;
  const command = useConfiguredCommand(orgId, commandId);
  // An engineer's copy gets the settings once; a runner's copy always has those of the original.
  const isCopycat = command.data !== undefined && command.data.role !== 'admin';
  const router = useRouter();
  const queryClient = useQueryClient();
  const duplicate = useMutation({
    mutationFn: (name: string) =>
      callApi(duplicateCommand, { params: { orgId, kitId: commandId }, body: { name } }),
    onSuccess: async (copy, name) => {
      await queryClient.invalidateQueries({ queryKey: [listCommands.id] });
      router.push(paths.builder(slug, copy.commandId));
      toast.success(`Created “${name}”. Nobody else has it yet.`);
    },
  });
  return (
    <SidePanel
      title={isCopycat ? 'Copy command' : 'Duplicate command'}
      context={command.data?.name}
      footer={
        <FormFooter
          form={FORM}
          label={isCopycat ? 'Copy' : 'Duplicate'}
          isPending={duplicate.isPending}
          isDisabled={command.data?.hasAccess !== true}
        />
      }
    >
      <QueryState
        query={command}
        errorTitle="Error fetching command!"
        loading={<FieldsSkeleton fields={1} />}
      >
        {({ hasAccess, name, template }) =>
          hasAccess ? (
            <>
              {!isCopycat && <UnsavedNotice commandId={commandId} inputs={template.inputs} />}
              <Text mb="md">
                {isCopycat
                  ? 'A copy has a name and a folder of its own. Everything else follows the original: when its engineers change it, your copy changes, too.'
                  : 'The copy gets the same inputs, settings, and row buttons, but no scheduled jobs and none of the people it is shared with.'}
              </Text>
              <NameForm
                formId={FORM}
                initialName={`${name} Copy`}
                maxLength={200}
                onSave={duplicate.mutate}
                error={duplicate.error}
                errorTitle="Error duplicating command"
              />
            </>
          ) : (
            <NotAnEngineer />
          )
        }
      </QueryState>
    </SidePanel>
  );
}

interface UnsavedNoticeProps {
  commandId: number;
  inputs: readonly Pick<CommandInput, 'inputId'>[];
}

/** Says that a copy has only what is saved, if the person has changed something since. */
function UnsavedNotice({ commandId, inputs }: UnsavedNoticeProps) {
  const drafts = useStoredDrafts([
    String(commandId),
    ...inputs.map(({ inputId }) => `${commandId}-${inputId}`),
  ]);
  if (drafts.every((draft) => Object.keys(draft).length === 0)) return null;
  return (
    <Notice kind="info" title="Your unsaved changes are not copied">
      The copy gets what is saved. Save your changes first if it is to have them.
    </Notice>
  );
}
