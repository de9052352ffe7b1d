import type { Draft } from '../values/draft';
import { join } from '../values/join';
import {
  isNull,
  knownValues,
  native,
  nothing,
  plain,
  subjectOf,
  testValue,
  unknownCode,
} from '../values/make';
import { plainTest } from '../values/tests';
import type { Call, Interpreter, Native, Test, Value } from '../values/value';

/** `match.arg(x, c("a", "b"))`: the input is one of them, and the first of them if it isn't given. */
const matchArg = native('arg choices several.ok ...', (call, machine) => {
  const value = call.value('arg') ?? nothing;
  const choices = call.value('choices') ?? choicesOfParameter(call, machine);
  const values = knownValues(choices ?? undefined);
  if (value.kind === 'subject') {
    if (values !== null) value.draft.close(values);
    return value;
  }
  if (value.kind === 'test' && value.test.of !== null) return subjectOf(value.test.of);
  if (isNull(value) && values?.[0] !== undefined) return plain(values[0]);
  return value.kind === 'items' ? (value.items[0]?.value ?? unknownCode(call.code)) : value;
});

/** `match.arg(x)` takes the choices of the parameter's default. */
function choicesOfParameter(call: Call, machine: Interpreter): Value | null {
  const { expression } = call.argument('arg') ?? {};
  return expression?.kind === 'name'
    ? (machine.lookup(`default of ${expression.name}`, call.scope) ?? null)
    : null;
}

/** Checks that a package makes: `assert_choice(x, c("a", "b"))`. */
const checking = (check: (draft: Draft, call: Call) => void) =>
  native('x choices ...', (call) => {
    const value = call.value('x') ?? nothing;
    if (value.kind === 'subject') {
      const isOptional = call.rest.some(
        ({ name, value: given }) => name === 'null.ok' && given().kind === 'plain',
      );
      check(value.draft, call);
      if (!isOptional) value.draft.require();
    }
    return value;
  });

const choosing = checking((draft, call) => {
  const values = knownValues(call.value('choices'));
  if (values !== null) draft.close(values);
});

/** `factor(x, levels = c("a", "b"))` gives anything else no value. */
const leveling = native('x levels ...', (call) => {
  const value = call.value('x') ?? nothing;
  return value.kind === 'subject' ? value : unknownCode(call.code);
});

const typing = (typeId: string) => checking((draft) => draft.become(typeId));

/** `file.exists(x)`: a script that ends without the file reads it. */
const fileExists = native('...', (call) => {
  const drafts = call.rest.flatMap(({ value }) => {
    const one = value();
    return one.kind === 'subject' ? [one.draft] : [];
  });
  const [first] = drafts;
  if (first === undefined) return unknownCode(call.code, 'logical');
  const test: Test = {
    ...plainTest(null),
    missing: { whenTrue: [], whenFalse: [{ about: first, least: 1, require: () => readAsFile(drafts) }] },
    about: drafts,
  };
  return testValue(test);
});

function readAsFile(drafts: readonly Draft[]): void {
  for (const draft of drafts) {
    draft.isFile = true;
    draft.require();
  }
}

/** Functions that read a file whose path they get. */
const reading = native('file ...', (call) => {
  const value = call.value('file') ?? call.all[0]?.value() ?? nothing;
  if (value.kind === 'subject') value.draft.isFile = true;
  if (value.kind === 'thing') value.thing.passedOn?.(call.site);
  for (const { value: other } of call.rest) other();
  return unknownCode(call.code);
});

/** JSON of a variable is a value of its own; any other is in a file. */
const readingJson = native('txt ...', (call) => {
  const value = call.value('txt') ?? call.all[0]?.value() ?? nothing;
  if (value.kind === 'subject') {
    if (value.draft.what === 'Sys.getenv') value.draft.become('list');
    else value.draft.isFile = true;
  }
  return unknownCode(call.code);
});

/** The first value that is there. */
const coalescing = native('...', (call) => {
  const values = call.all.map(({ value }) => value()).filter((value) => !isNull(value));
  const [first = nothing, ...others] = values;
  return others.reduce<Value>((left, right) => join(left, right, null), first);
});

const names = (text: string, value: Native): [string, Native][] =>
  text.split(' ').map((name) => [name, value]);

export const checkCalls: ReadonlyMap<string, Native> = new Map([
  ...names('match.arg arg_match arg_match0', matchArg),
  ...names('assert_choice assertChoice assert_subset assertSubset check_choice', choosing),
  ...names(
    'assert_int assert_integerish assertInt assert_count assertCount assertIntegerish',
    typing('integer'),
  ),
  ...names('assert_number assert_numeric assertNumber assertNumeric', typing('numeric')),
  ...names('assert_flag assertFlag assert_logical assertLogical', typing('logical')),
  ...names('assert_date assertDate', typing('Date')),
  ...names('assert_string assertString assert_character assertCharacter', typing('character')),
  ...names(
    'assert_file_exists assertFileExists assert_file',
    checking((draft) => readAsFile([draft])),
  ),
  ...names('factor ordered', leveling),
  ...names('file.exists file_exists file_test', fileExists),
  ...names(
    'read.csv read.csv2 read.table read.delim read.delim2 read_csv read_csv2 read_tsv read_delim read_excel read_xlsx read_xls read.xlsx readRDS read_rds fread readLines read_lines scan load read_feather read_parquet read_sav read_dta read_sas read_xml read_html read_yaml yaml.load_file read.dcf readPNG readJPEG image_read read.fasta readDNAStringSet st_read readOGR rast raster vroom read_file readChar readBin import read.spss read_ods excel_sheets openxlsx::loadWorkbook loadWorkbook gzfile nc_open readMM read10xCounts Read10X',
    reading,
  ),
  ...names('fromJSON read_json parse_json', readingJson),
  ...names('coalesce', coalescing),
]);
