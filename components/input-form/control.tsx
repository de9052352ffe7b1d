import { Skeleton } from '@mantine/core';
import dynamic from 'next/dynamic';
import type { ComponentType } from 'react';
import { servedPart } from '@/components/ui/loading/served-part';
import { type ControlKind, controlKind } from './control-kind';
import type { ControlProps } from './control-props';
import { SelectControl } from './controls/choices/select-control';
import { DateControl } from './controls/date-control';
import { NumberControl } from './controls/number-control';
import { TextControl } from './controls/text-control';
import { TimeControl } from './controls/time-control';
import { useFormDropdown } from './dropdown/form-dropdowns';

/** As high as a control of one line. */
const PLACEHOLDER = <Skeleton height={36} radius="md" />;

// Rendered by the server like the others; forms that have such inputs fetch the code.
const CheckboxesControl = servedPart(
  dynamic(() => import('./controls/choices/checkboxes-control')),
  () => import('./controls/choices/checkboxes-control'),
  PLACEHOLDER,
);
const DateTimeControl = servedPart(
  dynamic(() => import('./controls/date-time-control')),
  () => import('./controls/date-time-control'),
  PLACEHOLDER,
);
const FileControl = servedPart(
  dynamic(() => import('./controls/file-control')),
  () => import('./controls/file-control'),
  PLACEHOLDER,
);
const DropdownControl = servedPart(
  dynamic(() => import('./dropdown/dropdown-control')),
  () => import('./dropdown/dropdown-control'),
  PLACEHOLDER,
);
const JsonControl = servedPart(
  dynamic(() => import('./controls/json/json-control')),
  () => import('./controls/json/json-control'),
  PLACEHOLDER,
);
const NestedControl = servedPart(
  dynamic(() => import('./controls/json/nested-control')),
  () => import('./controls/json/nested-control'),
  PLACEHOLDER,
);
const PasswordControl = servedPart(
  dynamic(() => import('./controls/password-control')),
  () => import('./controls/password-control'),
  PLACEHOLDER,
);
const RadioControl = servedPart(
  dynamic(() => import('./controls/choices/radio-control')),
  () => import('./controls/choices/radio-control'),
  PLACEHOLDER,
);
const TagsControl = servedPart(
  dynamic(() => import('./controls/choices/tags-control')),
  () => import('./controls/choices/tags-control'),
  PLACEHOLDER,
);
const TextareaControl = servedPart(
  dynamic(() => import('./controls/textarea-control')),
  () => import('./controls/textarea-control'),
  PLACEHOLDER,
);
const YesNoControl = servedPart(
  dynamic(() => import('./controls/choices/yes-no-control')),
  () => import('./controls/choices/yes-no-control'),
  PLACEHOLDER,
);

const controls: Record<Exclude<ControlKind, 'nested'>, ComponentType<ControlProps>> = {
  number: NumberControl,
  text: TextControl,
  textarea: TextareaControl,
  password: PasswordControl,
  'yes-no': YesNoControl,
  date: DateControl,
  'date-time': DateTimeControl,
  time: TimeControl,
  select: SelectControl,
  radio: RadioControl,
  checkboxes: CheckboxesControl,
  tags: TagsControl,
  file: FileControl,
  json: JsonControl,
};

/** The control for an input's type. */
export function Control(props: ControlProps) {
  const isDropdown = useFormDropdown(props.input) !== null;
  const ownKind = controlKind(props.input, props.value);
  if (isDropdown) return <DropdownControl {...props} />;
  if (ownKind === 'nested') return <NestedControl {...props} PartControl={Control} />;
  // Text that can't be parsed yet was typed as JSON, whatever the input's own control is.
  const kind = props.unreadableText === undefined ? ownKind : 'json';
  const Chosen = controls[kind];
  return <Chosen {...props} />;
}
