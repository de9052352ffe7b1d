'use client';

import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import type { RowTerm } from '@/lib/settings/condition-terms';
import { allTermsWords } from '@/lib/settings/condition-words';
import type { Command } from '../panel/use-configure';
import { DecorationItem } from './decoration-item';
import { UNKNOWN_TARGET } from './decoration-words';
import styles from './decorations.module.css';
import type { ButtonKind } from './use-decorations';

type Template = Command['template'];
type ListedButton = Template['objectDecorations'][number] &
  Partial<Pick<Template['rowDecorations'][number], 'shownWhen'>>;

const whereWords = (terms: readonly RowTerm[]): string =>
  terms.length === 0 ? '' : ` on rows where ${allTermsWords(terms)}`;

/** The buttons on a command's rows and objects, and the command that its error box offers. */
export function DecorationSections({ command }: { command: Command }) {
  const panels = useSidePanels();
  const { commandId } = command;
  const { rowDecorations, objectDecorations, errorDecoration } = command.template;
  const open = (of: ButtonKind, decorationId: number | null) =>
    panels.push({
      kind: 'decoration',
      commandId,
      of,
      decorationId,
      step: decorationId === null ? 'name' : 'view',
    });
  const buttons = (of: ButtonKind, all: readonly ListedButton[]) =>
    all.map(({ decorationId, name, targetName, brokenReason, shownWhen = [] }) => (
      <DecorationItem
        key={decorationId}
        label={name}
        value={brokenReason ?? `Opens ${targetName ?? UNKNOWN_TARGET.toLowerCase()}${whereWords(shownWhen)}`}
        isBroken={brokenReason !== null}
        onOpen={() => open(of, decorationId)}
      />
    ));
  return (
    <div className={styles.sections}>
      <Section
        title="Row buttons"
        about="On each row of a table, to open another command filled in with that row."
        addLabel="Add row button"
        onAdd={() => open('row', null)}
      >
        {buttons('row', rowDecorations)}
      </Section>
      <Section
        title="Object buttons"
        about="On the objects of a JSON result."
        addLabel="Add object button"
        onAdd={() => open('object', null)}
      >
        {buttons('object', objectDecorations)}
      </Section>
      <Section
        title="Button on errors"
        about="Offered by the error box of a failed run."
        addLabel="Add button on errors"
        onAdd={errorDecoration === null ? () => openJump() : null}
      >
        {errorDecoration !== null && (
          <DecorationItem
            label="Edit button on errors"
            value={errorDecoration.brokenReason ?? errorDecoration.targetName ?? UNKNOWN_TARGET}
            isBroken={errorDecoration.brokenReason !== null}
            onOpen={() => openJump()}
          />
        )}
      </Section>
    </div>
  );

  function openJump(): void {
    panels.push({ kind: 'decoration', commandId, of: 'error', decorationId: null, step: 'cmd' });
  }
}

interface SectionProps {
  title: string;
  about: string;
  addLabel: string;
  /** Null if there is nothing to add. */
  onAdd: (() => void) | null;
  children: ReactNode;
}

function Section({ title, about, addLabel, onAdd, children }: SectionProps) {
  const isEmpty = children === false || (Array.isArray(children) && children.length === 0);
  return (
    <section className={styles.section} aria-label={title}>
      <h3 className={styles.heading}>
        {title}
        {onAdd !== null && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
            onClick={onAdd}
          >
            {addLabel}
          </Button>
        )}
      </h3>
      <p className={styles.note}>{about}</p>
      {!isEmpty && <ul className={styles.list}>{children}</ul>}
    </section>
  );
}
