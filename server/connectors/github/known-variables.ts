import { isSetByActions } from './analysis/ambient';
import type { ScriptCommand, ScriptInput } from './analysis/script';
import type { GithubConnection } from './connection';
import type { ListedScript } from './repository/scripts';

/** Without the variables that the connection has, or GitHub Actions sets where it runs scripts: nobody is asked for them. */
export function withoutKnown(
  { language }: Pick<ListedScript, 'language'>,
  command: ScriptCommand,
  { dotenv, renviron, runsOn }: GithubConnection,
): ScriptCommand {
  const known = (language === 'python' ? dotenv : renviron) ?? {};
  const isKnown = ({ passing }: ScriptInput) =>
    passing.by === 'environment' &&
    (Object.hasOwn(known, passing.name) || (runsOn === 'actions' && isSetByActions(passing.name)));
  return { ...command, inputs: command.inputs.filter((input) => !isKnown(input)) };
}
