import { argument, textOf, thingOf } from '../../values/make';
import type { Interpreter, NativeCall, Value } from '../../values/value';
import { Environ, readByCall } from './environ';
import { EnvReader, ListOfText, readCast } from './readers';
import { readSettings } from './settings';

const config: NativeCall = (args, machine) => readCast(args, machine, 'config', '');

export const environmentCalls: [string, NativeCall][] = [
  ['os.getenv', (args, machine) => readByCall(args, machine, 'os.getenv', false)],
  ['os.environb.get', (args, machine) => readByCall(args, machine, 'os.environb.get', false)],
  ['decouple.config', config],
  ['decouple.Csv', (args) => thingOf(new ListOfText(textOf(argument(args, 'delimiter', 1)) ?? ','))],
  ['starlette.config.Config', () => ({ kind: 'native', call: config })],
  ['decouple.AutoConfig', () => ({ kind: 'native', call: config })],
  ['starlette.datastructures.CommaSeparatedStrings', (args) => new ListOfText(',').call(args)],
  ['environs.Env', (args) => thingOf(new EnvReader(args))],
  ['environ.Env', (args) => thingOf(new EnvReader(args))],
];

export const environmentValues: [string, (machine: Interpreter) => Value][] = [
  ['os.environ', () => thingOf(new Environ())],
];

export const environmentClasses = [
  'pydantic_settings.BaseSettings',
  'pydantic.BaseSettings',
  'pydantic.v1.BaseSettings',
].map((name) => [name, readSettings] as const);
