import { isSameJson, type JsonValue } from '@/lib/base/json';
import { commandSettings, type OwnSettingValues, type TemplateSettingValues } from './command-settings';
import { differingDecorations, type KeptDecorations } from './decorations';
import { type InputSettingValues, inputSettings } from './input-settings';
import type { Setting, Settings } from './setting';

/** One input within a configuration; by its key, which a sync keeps. */
export type ConfigurationInput = {
  key: string;
  typeId: string;
  /** Absent in a revision of an earlier release. */
  isSecret?: boolean;
} & Partial<InputSettingValues>;

/**
 * All that is set of a command, as a revision keeps it. A setting that did not exist yet is absent, and one that holds a
 * secret says only `{"is_set": true}`.
 */
export interface Configuration extends KeptDecorations {
  settings: Partial<OwnSettingValues & TemplateSettingValues>;
  /** The names of its HTTP headers. */
  headers: string[];
  /** What it runs with, and its name then. Unknown in a revision of an earlier release. */
  connection?: { credentialId: number; name: string };
  /** In the order of the form. */
  inputs: ConfigurationInput[];
}

/**
 * One thing that differs between two configurations. `setting` is a name of the API, or `input` for an input that was
 * added or removed, `type` for its type, `creds` for the connection, `input_order` and `headers` for these lists of names, and `row_decorations`,
 * `object_decorations`, or `error_decoration` for one of these.
 */
export interface Difference {
  /** Null for what is not about one input. */
  inputKey: string | null;
  setting: string;
  before: JsonValue;
  after: JsonValue;
}

type Values = Readonly<Record<string, JsonValue | undefined>>;

/** Only what both know of and a request may name: what was added to the product later is no change of an engineer's. */
function differingSettings(settings: Settings, inputKey: string | null, before: Values, after: Values) {
  return Object.entries<Setting>(settings).flatMap(([key, { wire, sent }]): Difference[] => {
    const [was, is] = [before[key], after[key]];
    if (sent === null || was === undefined || is === undefined || isSameJson(was, is)) return [];
    return [{ inputKey, setting: wire, before: was, after: is }];
  });
}

function differingInput(was: ConfigurationInput, is: ConfigurationInput): Difference[] {
  const type = { inputKey: is.key, setting: 'type', before: was.typeId, after: is.typeId };
  return [
    ...(was.typeId === is.typeId ? [] : [type]),
    ...differingSettings(inputSettings, is.key, was as Values, is as Values),
  ];
}

/** What became of the inputs; their order only as far as both have them. */
function differingInputs(before: readonly ConfigurationInput[], after: readonly ConfigurationInput[]) {
  const was = new Map(before.map((input) => [input.key, input]));
  const is = new Map(after.map((input) => [input.key, input]));
  const whole = { inputKey: null, setting: 'input_order' };
  const orders = [before, after].map((inputs) =>
    inputs.map(({ key }) => key).filter((key) => was.has(key) && is.has(key)),
  );
  const [orderBefore = [], orderAfter = []] = orders;
  return [
    ...before
      .filter(({ key }) => !is.has(key))
      .map(({ key, typeId }) => ({ inputKey: key, setting: 'input', before: typeId, after: null })),
    ...after.flatMap((input): Difference[] => {
      const old = was.get(input.key);
      if (old !== undefined) return differingInput(old, input);
      return [{ inputKey: input.key, setting: 'input', before: null, after: input.typeId }];
    }),
    ...(isSameJson(orderBefore, orderAfter) ? [] : [{ ...whole, before: orderBefore, after: orderAfter }]),
  ];
}

function differingConnections({ connection: was }: Configuration, { connection: is }: Configuration) {
  if (was === undefined || is === undefined || was.credentialId === is.credentialId) return [];
  return [{ inputKey: null, setting: 'creds', before: was.name, after: is.name }];
}

/** How one configuration differs from an earlier one, setting by setting. */
export function differencesOf(before: Configuration, after: Configuration): Difference[] {
  const headers = { inputKey: null, setting: 'headers', before: before.headers, after: after.headers };
  return [
    ...differingConnections(before, after),
    ...differingSettings(commandSettings, null, before.settings as Values, after.settings as Values),
    ...(isSameJson([...before.headers].sort(), [...after.headers].sort()) ? [] : [headers]),
    ...differingInputs(before.inputs, after.inputs),
    ...differingDecorations(before, after),
  ];
}
