'use client';

import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import draftFoot from '@/components/configure/panel/draft-foot.module.css';
import { type Command, useSaveCommand } from '@/components/configure/panel/use-configure';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { moved } from '@/lib/inputs/reorder';
import { FormPreview } from './form-preview';
import styles from './input-list.module.css';
import { InputNames } from './input-summary';
import { ReorderHandle } from './reorder-handle';
import { useDragOrder } from './use-drag-order';

interface ReorderInputsProps {
  command: Command;
  tabs: ReactNode;
  onDone: () => void;
}

/** Puts the inputs in another order, by dragging or with the arrow keys. Done saves it in one request. */
export function ReorderInputs({ command, tabs, onDone }: ReorderInputsProps) {
  const { inputs } = command.template;
  const names = inputNames(inputs);
  const [wanted, setWanted] = useState<readonly number[]>(() => inputs.map(({ inputId }) => inputId));
  const [said, setSaid] = useState('');
  const { saveInputs } = useSaveCommand(command);
  // Inputs may have come or gone since: those that are known keep the new order.
  const known = new Map(inputs.map((input) => [input.inputId, input]));
  const idsOf = (ids: readonly number[]) => [
    ...ids.filter((id) => known.has(id)),
    ...inputs.map(({ inputId }) => inputId).filter((id) => !ids.includes(id)),
  ];
  const order = idsOf(wanted).flatMap((inputId) => known.get(inputId) ?? []);
  const isChanged = order.some(({ inputId }, place) => inputs[place]?.inputId !== inputId);
  const move = (inputId: number, to: number) => {
    const place = Math.max(0, Math.min(order.length - 1, to));
    if (order[place]?.inputId === inputId) return;
    setWanted((ids) => moved(idsOf(ids), idsOf(ids).indexOf(inputId), place));
    const name = nameOf(names, known.get(inputId)?.key ?? '');
    setSaid(`${name}: position ${place + 1} of ${order.length}`);
  };
  const drag = useDragOrder(move);
  const finish = () => {
    if (!isChanged) return onDone();
    saveInputs.mutate(
      order.map(({ inputId }, place) => ({ inputId, order: place })),
      { onSuccess: onDone },
    );
  };
  return (
    <SidePanel
      title={tabs === null ? 'Reorder inputs' : `Configure ${command.name}`}
      context={
        tabs === null
          ? `${command.name}: drag the inputs, or use the arrow keys`
          : 'Drag the inputs, or use the arrow keys.'
      }
      footer={
        <>
          <span className={draftFoot.told} role="status" aria-live="assertive">
            {said}
          </span>
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button loading={saveInputs.isPending} onClick={finish}>
            Done
          </Button>
        </>
      }
    >
      {tabs}
      <FormPreview command={command} inputs={order.map((input, place) => ({ ...input, order: place }))} />
      <ol className={styles.list} aria-label="Order of the inputs" ref={drag.listRef}>
        {order.map((input, place) => (
          <li
            key={input.inputId}
            data-dragged={drag.dragged === input.inputId || undefined}
            className={styles.ordered}
          >
            <ReorderHandle
              name={nameOf(names, input.key)}
              place={place}
              count={order.length}
              onMove={(to) => move(input.inputId, to)}
              onPointerDown={(event) => drag.start(event, input.inputId)}
            />
            <InputNames input={input} name={nameOf(names, input.key)} />
          </li>
        ))}
      </ol>
      {saveInputs.error !== null && <ErrorNotice error={saveInputs.error} />}
    </SidePanel>
  );
}
