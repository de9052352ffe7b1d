'use client';

import { Button, UnstyledButton } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { isRequest } from '@/components/ui/feedback/describe-error';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { WHY } from '../explain/why-address';
import { AlsoShare } from '../opened/also-share';
import { useOpened } from '../opened/use-opened';
import { SingleCommands } from '../people/single-commands';
import { AlreadyHaveAccess } from '../recipients/already-have-access';
import { useRecipientInput } from '../recipients/use-recipient-input';
import { type ShareDraft, useShareDraft } from './share-draft';
import { SHARE_FORM, ShareForm } from './share-form';
import styles from './share-form.module.css';
import type { ShareTab as Tab } from './share-tabs';
import type { Shared } from './sharing';
import { type TabFrame, TabPanel } from './tab-panel';
import { useAccessRequest } from './use-access-request';
import { useShare } from './use-share';
import type { Viewer } from './use-viewer';

interface ShareTabProps {
  frame: TabFrame;
  shared: Shared;
  viewer: Viewer & { org: NonNullable<Viewer['org']> };
  onTab: (tab: Tab) => void;
  /** Opens the explanation of why a person can run it; asks for the person if none is given. */
  onWhy: ((userId: string | null) => void) | null;
}

/** Gives it to people and groups. */
export function ShareTab({ frame, shared, viewer, onTab, onWhy }: ShareTabProps) {
  const panels = useSidePanels();
  const { draft, change, add, clear } = useShareDraft(shared.subject);
  const request = useAccessRequest(shared.subject, add);
  const input = useRecipientInput(viewer, draft, change);
  const share = useShare(shared.subject, viewer.userId, (failed) => {
    // Failed recipients stay, with the reason.
    if (failed.length === 0) clear();
    else change({ recipients: failed });
  });

  /** Changes the form. What was asked for before was about other recipients. */
  function changeForm(changes: Partial<ShareDraft>): void {
    if (changes.recipients !== undefined && share.isError) share.reset();
    change(changes);
  }

  // Admins have every command.
  const opened = useOpened(shared, draft.makesAdmins ? [] : draft.recipients, viewer.userId);

  if (shared.visibility === 'justme') {
    return (
      <TabPanel frame={frame}>
        <EmptyNotice
          icon={<IconLock size={22} stroke={1.75} />}
          title="Only you can see this command"
          action={<Button onClick={() => onTab('visibility')}>Change its visibility</Button>}
        >
          Change its visibility first, then share it.
        </EmptyNotice>
      </TabPanel>
    );
  }
  return (
    <TabPanel
      frame={frame}
      footer={
        <>
          {onWhy !== null && (
            <UnstyledButton className={styles.why} onClick={() => onWhy(null)}>
              {WHY[shared.subject.kind]}
            </UnstyledButton>
          )}
          <Button variant="default" onClick={panels.pop}>
            {share.isSuccess && draft.recipients.length === 0 ? 'Done' : 'Cancel'}
          </Button>
          <Button type="submit" form={SHARE_FORM} loading={share.isPending || input.isLookingUp}>
            Share
          </Button>
        </>
      }
    >
      {isRequest(share.error) && <ErrorNotice error={share.error} />}
      {request !== null && (
        <p className={styles.request} role="status">
          {request}
        </p>
      )}
      <ShareForm
        shared={shared}
        viewer={viewer}
        draft={draft}
        onChange={changeForm}
        input={input}
        onShare={(recipients) => {
          const also = opened.filter(
            ({ commandId, mayShare }) => mayShare && draft.alsoShare.includes(commandId),
          );
          if (!share.isPending) share.mutate({ ...draft, recipients, also });
        }}
      >
        <AlsoShare opened={opened} chosen={draft.alsoShare} onChoose={(alsoShare) => change({ alsoShare })} />
      </ShareForm>
      <AlreadyHaveAccess shared={shared} viewer={viewer} onAll={() => onTab('shared-with')} onWhy={onWhy} />
      <SingleCommands shared={shared} />
    </TabPanel>
  );
}
