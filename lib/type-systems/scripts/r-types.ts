import type { InputType } from '@/lib/inputs/input';
import {
  base64,
  booleanControl,
  choiceType,
  dateControl,
  doubles,
  listControl,
  momentControl,
  numberControl,
  objectControl,
  type ScriptControl,
  scriptInputType,
  textControl,
  timeControl,
} from '@/lib/type-systems/scripts/script-controls';

/**
 * The types of R, by the names that `class()` and `typeof()` have.
 *
 * @see https://cran.r-project.org/doc/manuals/r-release/R-lang.html#Basic-types
 */
const simple: Readonly<Record<string, ScriptControl>> = {
  // As the documents have it. R itself keeps -2147483648 for NA (`?integer`).
  integer: numberControl({ minimum: -2147483648, maximum: 2147483647, step: 1 }),
  numeric: numberControl(doubles),
  double: numberControl(doubles),
  complex: textControl({
    pattern: '[+\\-]?[\\d.]+(?:[eE][+\\-]?\\d+)?(?:[+\\-][\\d.]+(?:[eE][+\\-]?\\d+)?)?i?',
    validationMessage: 'Must be a complex number such as 1+2i',
  }),
  logical: booleanControl,
  // A string has at most 2^31-1 bytes (`?"Memory-limits"`).
  character: textControl({ maxLength: 2147483647 }),
  factor: textControl({ maxLength: 2147483647 }),
  raw: textControl(base64, 'textarea'),
  // Days are counted from 1970, and `as.Date` reads years of four digits (`?strptime`).
  Date: dateControl('0001-01-01', '9999-12-31'),
  POSIXct: momentControl('0001-01-01', '9999-12-31'),
  POSIXlt: momentControl('0001-01-01', '9999-12-31'),
  hms: timeControl,
  difftime: numberControl(doubles),
  vector: listControl(),
  list: objectControl,
  environment: objectControl,
  'data.frame': listControl(),
  tibble: listControl(),
  matrix: listControl(),
  array: listControl(),
  NULL: objectControl,
};

/** Other names of the same types. */
const aliases: Readonly<Record<string, string>> = {
  int: 'integer',
  float: 'numeric',
  boolean: 'logical',
  string: 'character',
  date: 'Date',
  datetime: 'POSIXct',
  'data.table': 'data.frame',
};

/** Every name that the table has, without other names of the same types. */
export const rTypeNames: readonly string[] = Object.keys(simple);

/**
 * The input for a class, e.g. `numeric`, `vector<character>` for a vector of texts, `factor(low, high)` with its levels;
 * null for a name that R doesn't have.
 */
export function rInputTypeByName(typeId: string): InputType | null {
  const name = typeId.trim();
  const [, levels] = /^factor\((.+)\)$/s.exec(name) ?? [];
  if (levels !== undefined) {
    return choiceType(
      'r',
      typeId,
      levels.split(',').map((level) => level.trim()),
    );
  }
  const [, of] = /^vector<(.+)>$/s.exec(name) ?? [];
  if (of !== undefined) {
    const element = /^vector</.test(of.trim()) ? null : rInputTypeByName(of);
    return element === null ? null : scriptInputType('r', typeId, listControl(), element);
  }
  const base = aliases[name] ?? name;
  const control = Object.hasOwn(simple, base) ? simple[base] : undefined;
  return control === undefined ? null : scriptInputType('r', typeId, control);
}
