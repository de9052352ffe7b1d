'use client';

import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useContext, useMemo } from 'react';
import { QueryState } from '@/components/ui/feedback/query-state';
import { FieldsSkeleton } from '@/components/ui/loading/fields-skeleton';
import type { PanelParams } from '@/components/ui/panels/panel-kinds';
import { PanelOnTop } from '@/components/ui/panels/panel-on-top';
import type { PanelPage } from '@/components/ui/panels/panel-page';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { Keys } from '@/components/ui/text/keys';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readMe } from '@/lib/contract/people/people';
import { FormPlaceContext } from '../form/form-place';
import { useCommand } from '../use-command';
import { useTellResult } from './changed-behind';
import styles from './follow-up.module.css';
import { FollowUpForm } from './follow-up-form';
import { useNeighbors } from './open-follow-up';
import { RowFacts } from './row-facts';

/** Whether a key is for a dialog above the panel, which asks about the row that it was opened for. */
function isInQuestion(target: EventTarget | null): boolean {
  const dialog = target instanceof Element ? target.closest('[role="dialog"]') : null;
  return dialog !== null && dialog.querySelector('[data-side-panel]') === null;
}

/** What the panel is about: a row of a result, a result, or a run that it takes back. */
function contextOf(from: string, { row, runId, isUndo }: PanelParams<'follow-up'>): string {
  if (isUndo) return `Undoes run ${runId} of ${from}`;
  return row === null ? from : `${from} › row ${row}`;
}

type FollowUpPanelProps = PanelParams<'follow-up'> & PanelPage & { orgId: string };

/** The command of a button, over the result that the button is in, filled in from its row. J and K go through the rows. */
export function FollowUpPanel({ org, orgId, ...params }: FollowUpPanelProps) {
  const panels = useSidePanels();
  const target = useCommand(orgId, params.commandId);
  const source = useCommand(orgId, params.sourceId).data;
  const me = useQuery({
    queryKey: queryKey(readMe, {}),
    queryFn: ({ signal }) => callApi(readMe, {}, { signal }),
  });
  const { previous, next, facts } = useNeighbors(params);
  const tellResult = useTellResult(orgId, params);
  const isOnTop = useContext(PanelOnTop);
  const go = (panel: typeof next) => (event: KeyboardEvent) => {
    if (isOnTop && panel !== null && !isInQuestion(event.target)) panels.replace(panel);
  };
  useHotkeys([
    ['j', go(next)],
    ['k', go(previous)],
  ]);
  const place = useMemo(
    () => ({
      params: params.params,
      parent: {
        parentRunId: params.runId,
        followUp: params.isUndo ? ('undo' as const) : ('row_decoration' as const),
      },
      asksAlways: params.isUndo,
    }),
    [params.params, params.runId, params.isUndo],
  );
  // An undo in the table of a result opens over that result, which may be of another command.
  const isOverAnother = !params.isUndo || panels.stack.length > 1;
  const from = source?.name ?? 'The result';
  return (
    <SidePanel
      startsAtTitle
      title={target.data?.name ?? 'Command'}
      context={contextOf(from, params)}
      footer={
        <>
          <span className={styles.kept}>
            {params.row === null && isOverAnother && `${from} stays open behind this panel.`}
          </span>
          {params.row !== null && (
            <>
              <Button
                className={styles.neighbor}
                variant="subtle"
                color="gray"
                disabled={previous === null}
                rightSection={<Keys>K</Keys>}
                onClick={() => previous !== null && panels.replace(previous)}
              >
                Previous row
              </Button>
              <Button
                className={styles.neighbor}
                variant="subtle"
                color="gray"
                disabled={next === null}
                rightSection={<Keys>J</Keys>}
                onClick={() => next !== null && panels.replace(next)}
              >
                Next row
              </Button>
            </>
          )}
          <Button variant="default" rightSection={<Keys>Esc</Keys>} onClick={panels.pop}>
            Done
          </Button>
        </>
      }
    >
      <RowFacts facts={facts} />
      <FormPlaceContext value={place}>
        <QueryState
          query={target}
          errorTitle="Error loading command details"
          loading={<FieldsSkeleton fields={3} />}
        >
          {(command) =>
            me.data == null ? (
              <QueryState
                query={me}
                errorTitle="Error loading command details"
                loading={<FieldsSkeleton fields={3} />}
              >
                {() => null}
              </QueryState>
            ) : (
              <FollowUpForm
                command={command}
                orgSlug={org.slug}
                person={me.data}
                panel={params}
                onSucceeded={(runId) => tellResult(command, runId)}
              />
            )
          }
        </QueryState>
      </FormPlaceContext>
    </SidePanel>
  );
}
