import type { AmbiguousDefault, InputType, TemplateInput } from '@/lib/inputs/input';
import { pythonInputTypeByName } from '@/lib/type-systems/scripts/python-types';
import { rInputTypeByName } from '@/lib/type-systems/scripts/r-types';
import { ConnectorError } from '../_shared/connector-error';
import type { ConnectorContext } from '../connector-context';
import type { TemplateDescription } from '../things';
import type { ScriptCommand, ScriptInput, ScriptLanguage } from './analysis/script';
import type { GithubConnection } from './connection';
import { identityOf } from './discover';
import { executableJson } from './executable';
import { withoutKnown } from './known-variables';
import { type ListedScript, listScripts } from './repository/scripts';

export async function describe(
  connection: GithubConnection,
  context: ConnectorContext,
  cloudId: string,
): Promise<TemplateDescription> {
  const described = (await describeAll(connection, context, [cloudId])).get(cloudId);
  if (described !== undefined) return described;
  const path = cloudId.replace(/^github::\d+::/, '');
  const message = `${path} is no longer in ${connection.owner}/${connection.repo}, or there is nothing to run in it anymore. Look for additions: it may have been moved.`;
  throw new ConnectorError('not_found', message);
}

export async function describeAll(
  connection: GithubConnection,
  context: ConnectorContext,
  cloudIds: readonly string[],
): Promise<Map<string, TemplateDescription>> {
  const described = new Map<string, TemplateDescription>();
  if (cloudIds.length === 0) return described;
  const isWanted = new Set(cloudIds);
  const scripts = await listScripts(connection, context);
  for (const script of scripts) {
    const { commands } = script.analysis;
    if (commands.length === 0) {
      const identity = identityOf(script, null, context);
      if (isWanted.has(identity.cloudId)) described.set(identity.cloudId, emptyDescription(script, identity));
    }
    for (const command of commands) {
      const identity = identityOf(script, command.name, context);
      if (isWanted.has(identity.cloudId))
        described.set(
          identity.cloudId,
          descriptionOf(script, withoutKnown(script, command, connection), identity),
        );
    }
  }
  return described;
}

type Identity = ReturnType<typeof identityOf>;

function descriptionOf(
  script: ListedScript,
  command: ScriptCommand,
  identity: Identity,
): TemplateDescription {
  const { path, sha, language, analysis } = script;
  return {
    ...identity,
    description: command.description,
    inputs: byGroup(command.inputs).map((input) => templateInput(input, language)),
    warningTag: null,
    executable: executableJson({
      language,
      path,
      blob: sha,
      entry: command.entry,
      inputs: command.inputs.map(({ key, passing, isFile, from, shown }) => ({
        ...{ key, passing, isFile, from },
        ...(passing.by === 'answer' ? { shown } : {}),
      })),
      notes: analysis.notes,
    }),
  };
}

/** A script without anything to run is listed, and shown with the reason. It can be run as it is, without inputs. */
const emptyDescription = (script: ListedScript, identity: Identity): TemplateDescription =>
  descriptionOf(
    script,
    { name: null, description: null, entry: { kind: 'program', words: [], endsOptions: false }, inputs: [] },
    identity,
  );

/**
 * Inputs in the order of the form: those without a group first, since a heading is over all that follows it; then each
 * group together, with its title above its first input.
 */
function byGroup(inputs: readonly ScriptInput[]): ScriptInput[] {
  const groups = [...new Set(inputs.map(({ group }) => group))].sort(
    (a, b) => Number(a !== null) - Number(b !== null),
  );
  return groups.flatMap((title) =>
    inputs
      .filter(({ group }) => group === title)
      .map((input, at) => (at === 0 ? input : { ...input, group: null })),
  );
}

/** An input as a template has it. */
export function templateInput(input: ScriptInput, language: ScriptLanguage): TemplateInput {
  const { key, isRequired, defaultValue, defaultExpression, description, group, shown } = input;
  const empty: AmbiguousDefault = isRequired ? 'required' : 'omit';
  return {
    key,
    type: typeOf(input, language),
    defaultValue,
    defaultExpression,
    defaultAmbiguousInput: empty,
    description,
    groupHeader: group,
    conditions: shown.length === 0 ? null : { shown },
  };
}

function typeOf({ typeId, isSecret, isMultiline, isFile }: ScriptInput, language: ScriptLanguage): InputType {
  const text = language === 'python' ? 'str' : 'character';
  const byName = language === 'python' ? pythonInputTypeByName : rInputTypeByName;
  const type = byName(typeId) ?? byName(text);
  if (type === null) throw new Error(`The type system of ${language} has no ${text}`);
  if (isFile) return { ...type, jsonType: 'string', component: 'b-file', inputType: null, constraints: {} };
  if (type.component !== 'b-input' || type.inputType === 'number') return type;
  if (isSecret) return { ...type, inputType: 'password' };
  return isMultiline ? { ...type, inputType: 'textarea' } : type;
}
