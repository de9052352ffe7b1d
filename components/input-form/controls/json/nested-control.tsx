import { ActionIcon, Box, Button } from '@mantine/core';
import { IconBraces, IconForms, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ComponentType, createContext, useContext, useState } from 'react';
import { controlKind, isWide } from '@/components/input-form/control-kind';
import type { ControlProps } from '@/components/input-form/control-props';
import {
  hasParts,
  itemOf,
  type Part,
  partsOf,
  textOfParts,
  valueOfParts,
} from '@/components/input-form/state/parts';
import type { JsonValue } from '@/lib/base/json';
import type { Input, InputType } from '@/lib/inputs/input';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { unconfigured } from '@/lib/settings/input-setting-list';
import { typeSystemOf } from '@/lib/type-systems/type-systems';
import { coerceValue } from '@/lib/values/coerce-value';
import JsonControl from './json-control';
import styles from './nested-control.module.css';

interface NestedControlProps extends ControlProps {
  /** Renders the control of one part; passed in, because a part may itself be nested. */
  PartControl: ComponentType<ControlProps>;
}

/** Whether this is part of a larger value, which is edited as JSON only as a whole. */
const WithinAnother = createContext(false);

const icon = { size: 14, stroke: 1.75, 'aria-hidden': true } as const;

/** An object by its attributes, or a list of objects by its items; as JSON on request. */
export default function NestedControl(props: NestedControlProps) {
  const { id, labelId, helpId, input, value, unreadableText, isInvalid, onChange, onBlur, PartControl } =
    props;
  const { type } = input;
  const isPart = useContext(WithinAnother);
  const [prefersJson, setPrefersJson] = useState(false);
  // While one part isn't a value yet, all of them are kept here: the form only has their text.
  const [held, setHeld] = useState<readonly Part[] | null>(null);
  const isHeld = unreadableText !== undefined && held !== null;
  const mayShowParts = isHeld || (unreadableText === undefined && hasParts(type, value));
  const isJson = prefersJson || !mayShowParts;
  const parts = isHeld ? held : partsOf(type, value);
  const names = inputNames(parts.map(({ name }) => ({ key: name, displayName: null })));

  const set = (next: readonly Part[]) => {
    const isReadable = next.every((part) => part.unreadableText === undefined);
    setHeld(isReadable ? null : next);
    if (isReadable) onChange(valueOfParts(type, next));
    else onChange(undefined, textOfParts(type, next));
  };
  const change = (at: number, changed: JsonValue | undefined, text?: string) =>
    set(
      parts.map((part, index) => (index === at ? { ...part, value: changed, unreadableText: text } : part)),
    );

  // No fieldset: it needs its legend inside, but the label is above, as for every field.
  return (
    <Box
      id={id}
      role="group"
      tabIndex={-1}
      aria-labelledby={labelId}
      aria-describedby={helpId}
      className={styles.box}
      data-invalid={isInvalid || undefined}
    >
      {isJson ? (
        <JsonControl {...props} id={`${id}-json`} />
      ) : (
        <WithinAnother value={true}>
          {parts.map((part, index) => (
            <PartField
              key={part.name}
              id={`${id}-${index}`}
              input={input}
              part={part}
              name={nameOf(names, part.name)}
              isItem={type.properties === null}
              isInvalid={isInvalid && isWrong(part)}
              PartControl={PartControl}
              onChange={(changed, text) => change(index, changed, text)}
              onBlur={onBlur}
              onRemove={() =>
                set(
                  renumbered(
                    type,
                    parts.filter((_, at) => at !== index),
                  ),
                )
              }
            />
          ))}
        </WithinAnother>
      )}
      <div className={styles.foot}>
        {!isJson && type.properties === null && type.element !== null && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus {...icon} />}
            onClick={() => set([...parts, itemOf(type.element ?? type, parts.length, undefined)])}
          >
            Add an item
          </Button>
        )}
        {mayShowParts && !isPart && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={isJson ? <IconForms {...icon} /> : <IconBraces {...icon} />}
            onClick={() => setPrefersJson(!isJson)}
          >
            {isJson ? 'Edit as fields' : 'Edit as JSON'}
          </Button>
        )}
      </div>
    </Box>
  );
}

interface PartFieldProps {
  id: string;
  input: Input;
  part: Part;
  name: string;
  isItem: boolean;
  isInvalid: boolean;
  PartControl: ComponentType<ControlProps>;
  onChange: (value: JsonValue | undefined, unreadableText?: string) => void;
  onBlur: () => void;
  onRemove: () => void;
}

function PartField(props: PartFieldProps) {
  const { id, input, part, name, isItem, isInvalid, PartControl, onChange, onBlur, onRemove } = props;
  const labelId = `${id}-label`;
  return (
    <div
      className={styles.part}
      data-wide={isWide(controlKind(inputOfPart(input, part), part.value), undefined) || undefined}
    >
      <div className={styles.partHead}>
        <label
          id={labelId}
          htmlFor={id}
          className={styles.partName}
          title={`${part.name} ${part.type.typeId}`}
        >
          {isItem ? `Item ${part.name}` : name}
        </label>
        {isItem && (
          <ActionIcon aria-label={`Remove item ${part.name}`} onClick={onRemove}>
            <IconTrash {...icon} />
          </ActionIcon>
        )}
      </div>
      <PartControl
        id={id}
        labelId={labelId}
        helpId={`${id}-none`}
        input={inputOfPart(input, part)}
        value={part.value}
        unreadableText={part.unreadableText}
        isInvalid={isInvalid}
        onChange={onChange}
        onBlur={onBlur}
      />
    </div>
  );
}

/** A part as an input for its control. */
function inputOfPart(whole: Input, { name, type }: Part): Input {
  return {
    ...whole,
    ...unconfigured,
    key: name,
    type,
    defaultExpression: null,
    defaultAmbiguousInput: typeSystemOf(type).partLeftEmpty,
  };
}

function isWrong({ type, value, unreadableText }: Part): boolean {
  return unreadableText !== undefined || (value !== undefined && !coerceValue(type, value).ok);
}

function renumbered(type: InputType, parts: readonly Part[]): Part[] {
  return parts.map((part, index) => (type.properties === null ? { ...part, name: String(index + 1) } : part));
}
