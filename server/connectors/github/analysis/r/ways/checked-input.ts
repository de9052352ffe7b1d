import type { JsonValue } from '@/lib/base/json';
import { newInput } from '../../new-input';
import type { ScriptInput } from '../../script';
import type { Checks } from './checks';

/** The types of R by the names that packages for command lines have. */
export const types: Readonly<Record<string, string>> = {
  integer: 'integer',
  int: 'integer',
  double: 'numeric',
  numeric: 'numeric',
  float: 'numeric',
  logical: 'logical',
  bool: 'logical',
  complex: 'complex',
  character: 'character',
  str: 'character',
  string: 'character',
};

/** How R reads true and false. */
export const words: [string, string] = ['TRUE', 'FALSE'];

export const textsOf = (value: JsonValue | undefined): string[] =>
  typeof value === 'string'
    ? [value]
    : Array.isArray(value)
      ? value.filter((each) => typeof each === 'string')
      : [];

/** An input with what the code after parsing says of it. */
export function checked(told: Parameters<typeof newInput>[0], name: string, checks: Checks): ScriptInput {
  const names = [name, told.key, name.replaceAll('-', '_'), name.replaceAll('-', '.')];
  const choices = names.map((each) => checks.choices.get(each)).find((each) => each !== undefined);
  const isNeeded =
    names.some((each) => checks.required.has(each)) &&
    (told.defaultValue ?? null) === null &&
    told.typeId !== 'logical';
  const isText = told.typeId === 'character';
  return newInput({
    ...told,
    ...(choices !== undefined && isText ? { typeId: choices } : {}),
    isRequired: told.isRequired === true || isNeeded,
    // A default names a file of the repository.
    isFile:
      isText &&
      choices === undefined &&
      (told.defaultValue ?? null) === null &&
      names.some((each) => checks.files.has(each)),
  });
}

/** A help text with the default in it. */
export function helpOf(help: JsonValue | undefined, fallback: JsonValue | undefined): string | null {
  if (typeof help !== 'string') return null;
  const shown = fallback === undefined || fallback === null ? 'none' : String(fallback);
  const text = help
    .replace(/%default|%\(default\)s/g, shown)
    .replace(/\s+/g, ' ')
    .trim();
  return text === '' ? null : text;
}
