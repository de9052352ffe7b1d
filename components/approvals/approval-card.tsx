'use client';

import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import Link from 'next/link';
import { useEffect, useRef } from 'react';
import { ask } from '@/components/ui/feedback/dialogs/dialogs';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { StatusPill } from '@/components/ui/feedback/status-pill';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { panelAddress } from '@/components/ui/panels/panel-kinds';
import { Chip } from '@/components/ui/text/chip';
import { Moment } from '@/components/ui/text/moment';
import { paths } from '@/lib/base/paths';
import { askedWhy, asksFirst } from '@/lib/commands/warning-tag';
import { answerersOf, approvalLabels, endingOf } from './approval-words';
import styles from './approvals.module.css';
import { DenyForm } from './deny-form';
import { RequestValues } from './request-values';
import { type Approval, useAnswer, useFormOf, useWithdraw } from './use-approvals';
import { WhatItDoes } from './what-it-does';

interface ApprovalCardProps {
  org: { orgId: string; slug: string };
  userId: string;
  approval: Approval;
  /** Called with the request once the person has answered it. */
  onAnswered?: (approval: Approval) => void;
}

/** One request: who wants to run what with which values, or to change what, and what became of it. */
export function ApprovalCard({ org, userId, approval, onAnswered }: ApprovalCardProps) {
  const {
    approvalId,
    commandId,
    answerCommandId,
    commandName,
    warningTag,
    state,
    runCount,
    runs,
    userName,
    note,
    mayAnswer,
  } = approval;
  const [run] = runs;
  const isMine = approval.userId === userId;
  const form = useFormOf(org.orgId, approval, isMine);
  const withdraw = useWithdraw(org.orgId, approval);
  const titleId = `approval-${approvalId}`;
  const title = useRef<HTMLAnchorElement>(null);
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    // The buttons that answer it are gone, and with them the focus.
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, [state]);
  return (
    <article className={styles.card} aria-labelledby={titleId}>
      <div className={styles.top}>
        <h2 id={titleId} className={styles.title}>
          <Link ref={title} href={paths.builder(org.slug, isMine ? commandId : answerCommandId)}>
            {commandName}
          </Link>
        </h2>
        <div className={styles.chips}>
          <Chip
            kind={asksFirst(warningTag) ? 'caution' : 'plain'}
            icon={asksFirst(warningTag) && <IconAlertTriangle size={14} stroke={1.75} aria-hidden />}
          >
            {askedWhy(warningTag)}
          </Chip>
          <StatusPill {...approvalLabels[state]} />
        </div>
      </div>
      <p className={styles.facts}>
        {isMine ? 'You' : userName} asked <Moment at={approval.createdAt} as="ago" inSentence />
        {state === 'waiting' && (
          <>
            {' · expires '}
            <Moment at={approval.expiresAt} as="short" inSentence />
          </>
        )}
        {runCount > 1 && ` · ${runCount.toLocaleString('en-US')} runs`}
      </p>
      <WhatItDoes approval={approval} />
      {note !== null && <blockquote className={styles.note}>{note}</blockquote>}
      <Changes approval={approval} isMine={isMine} orgSlug={org.slug} />
      {runs.map((each, index) => (
        <RequestValues
          key={each.runId}
          run={each}
          form={form}
          inputNames={approval.inputNames}
          place={runCount > 1 ? index + 1 : null}
        />
      ))}
      {runCount > runs.length && (
        <p className={styles.facts}>And {(runCount - runs.length).toLocaleString('en-US')} more.</p>
      )}
      {state === 'waiting' && (
        <p className={styles.facts}>
          {answerersOf(approval)}
          {isMine && <WithoutAnswer approval={approval} orgSlug={org.slug} />}
          {mayAnswer &&
            approval.hasDryRun &&
            " You can't try it with a dry run first: a dry run of this command needs approval, too."}
        </p>
      )}
      <Outcome approval={approval} />
      <Ending approval={approval} />
      <div className={styles.actions}>
        {/* Engineers answer for copies that they may not open. */}
        {run !== undefined && runCount === 1 && (isMine || commandId === answerCommandId) && (
          <Button variant="default" component={Link} href={paths.run(org.slug, commandId, run.runId)}>
            View the run
          </Button>
        )}
        {approval.bulkRunId !== null && state === 'granted' && (
          <Button
            variant="default"
            component={Link}
            href={`${paths.history(org.slug)}?filter=bulk_parent_id:${approval.bulkRunId}`}
          >
            View the runs
          </Button>
        )}
        {isMine && state === 'waiting' && (
          <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            Withdraw
          </Button>
        )}
        {mayAnswer && <Answers orgId={org.orgId} approval={approval} onAnswered={onAnswered} />}
      </div>
      {withdraw.error !== null && <ErrorNotice error={withdraw.error} />}
    </article>
  );
}

interface AnswersProps {
  orgId: string;
  approval: Approval;
  onAnswered: ApprovalCardProps['onAnswered'];
}

function Answers({ orgId, approval, onAnswered }: AnswersProps) {
  const answer = useAnswer(orgId, approval, (answered, isGranted) => {
    onAnswered?.(answered);
    if (!isGranted) return;
    if (answered.state !== 'granted') toast.danger('Nothing was done: this request is void.');
    else if (isOfChange) toast.success(`Approved. ${approval.userName} can now make the change.`);
    else toast.success('Approved. The run is starting.');
  });
  const isOfChange = approval.changes.length > 0;
  async function deny(): Promise<void> {
    const reason = await ask<string>(`Deny “${approval.commandName}”?`, (onAnswer) => (
      <DenyForm asker={approval.userName} onAnswer={onAnswer} />
    ));
    if (reason !== null) answer.mutate({ isGranted: false, reason });
  }
  return (
    <>
      <Button variant="default" disabled={answer.isPending} onClick={() => void deny()}>
        Deny
      </Button>
      <Button loading={answer.isPending} onClick={() => answer.mutate({ isGranted: true, reason: null })}>
        Approve
      </Button>
      {answer.error !== null && <ErrorNotice error={answer.error} />}
    </>
  );
}

/** What a change takes away, and what its asker does next. */
function Changes({ approval, isMine, orgSlug }: { approval: Approval; isMine: boolean; orgSlug: string }) {
  const { changes, isUsed, state } = approval;
  if (changes.length === 0) return null;
  return (
    <>
      <p className={styles.facts}>This change takes away some of what protects the command:</p>
      <ul>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      {isUsed && <p className={styles.facts}>The change was made.</p>}
      {isMine && state === 'granted' && !isUsed && (
        <p className={styles.facts}>
          Make the same change again in <ChangePlace approval={approval} orgSlug={orgSlug} />: it is accepted
          once.
        </p>
      )}
    </>
  );
}

/** A link to the panel where a change was asked for. */
function ChangePlace({ approval, orgSlug }: { approval: Approval; orgSlug: string }) {
  const { commandId, changePlace, sharedFolderId: folderId } = approval;
  const builder = paths.builder(orgSlug, commandId);
  if (changePlace !== 'share' && changePlace !== 'visibility') {
    return <Link href={`${builder}&panel=${panelAddress({ kind: 'configure', commandId })}`}>Configure</Link>;
  }
  if (folderId === null)
    return <Link href={`${builder}&panel=${panelAddress({ kind: 'share', commandId })}`}>Share</Link>;
  const folder = paths.folder(orgSlug, folderId);
  return (
    <Link href={`${folder}&panel=${panelAddress({ kind: 'share-folder', folderId })}`}>Share folder</Link>
  );
}

/** What the asker of a change can do while nobody can answer it. */
function WithoutAnswer({ approval, orgSlug }: { approval: Approval; orgSlug: string }) {
  const { changes, changePlace, otherApprovers } = approval;
  if (changes.length === 0 || otherApprovers.length > 0) return null;
  const place = <ChangePlace approval={{ ...approval, changePlace: 'share' }} orgSlug={orgSlug} />;
  return changePlace === 'share' ? (
    <> So this change needs no approval now. Make it again in {place}.</>
  ) : (
    <> Name another engineer in {place}, who can then answer.</>
  );
}

/** Who answered, when, and why. */
function Outcome({ approval: { state, answeredByName, answeredAt, reason } }: { approval: Approval }) {
  if (answeredAt === null) return null;
  return (
    <p className={styles.facts}>
      {approvalLabels[state].word}
      {answeredByName !== null && ` by ${answeredByName}`} <Moment at={answeredAt} as="ago" inSentence />
      {reason !== null && <span className={styles.reason}>{reason}</span>}
    </p>
  );
}

/** How the runs of an approved request went. */
function Ending({ approval }: { approval: Approval }) {
  const ending = endingOf(approval);
  if (ending === null) return null;
  const { label, words } = ending;
  return (
    <p className={styles.ending}>
      {approval.runCount > 1 ? 'The runs:' : 'The run:'} {label !== null && <StatusPill {...label} />} {words}
    </p>
  );
}
