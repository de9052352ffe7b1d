import dynamic from 'next/dynamic';
import type { ComponentType } from 'react';
import { type ControlKind, controlKind } from './control-kind';
import type { ControlProps } from './control-props';
import { SelectControl } from './controls/choices/select-control';
import { DateControl } from './controls/date-control';
import { NumberControl } from './controls/number-control';
import { TextControl } from './controls/text-control';
import { TimeControl } from './controls/time-control';
import { useFormDropdown } from './dropdown/form-dropdowns';

// Rendered by the server like the others; forms that have such inputs fetch the code.
const CheckboxesControl = dynamic(() => import('./controls/choices/checkboxes-control'));
const DateTimeControl = dynamic(() => import('./controls/date-time-control'));
const FileControl = dynamic(() => import('./controls/file-control'));
const DropdownControl = dynamic(() => import('./dropdown/dropdown-control'));
const JsonControl = dynamic(() => import('./controls/json/json-control'));
const NestedControl = dynamic(() => import('./controls/json/nested-control'));
const PasswordControl = dynamic(() => import('./controls/password-control'));
const RadioControl = dynamic(() => import('./controls/choices/radio-control'));
const TagsControl = dynamic(() => import('./controls/choices/tags-control'));
const TextareaControl = dynamic(() => import('./controls/textarea-control'));
const YesNoControl = dynamic(() => import('./controls/choices/yes-no-control'));

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
