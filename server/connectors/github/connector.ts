import type { JsonValue } from '@/lib/base/json';
import { pythonTypeSystem } from '@/lib/type-systems/scripts/python';
import { rTypeSystem } from '@/lib/type-systems/scripts/r';
import type { MixedConnector } from '../types';
import { actionsRuns } from './actions/runs';
import { forgetVariables } from './actions/secrets';
import { check } from './check';
import { readCode } from './code';
import { type GithubConnection, githubConnectionSchema } from './connection';
import { describe, describeAll } from './describe';
import { discover } from './discover';
import { editInput } from './edit-input';
import { readExecutable } from './executable';
import { execute } from './execute';
import { filesOf, readPush } from './push';
import { forgetScripts } from './repository/scripts';
import { forgetClients } from './session/client';
import { readSnippet } from './snippet';

const sources = {
  python: { parameterSource: 'python_static_analysis', typeSystem: pythonTypeSystem.name },
  r: { parameterSource: 'r_static_analysis', typeSystem: rTypeSystem.name },
} as const;

const isElsewhere = (settings: JsonValue): boolean =>
  typeof settings !== 'object' ||
  settings === null ||
  !('runsOn' in settings) ||
  settings.runsOn !== 'worker';

/** A repository on GitHub: its Python and R scripts as commands. */
export const githubConnector: MixedConnector<GithubConnection> = {
  kind: 'github',
  label: 'GitHub',
  thing: { one: 'script', many: 'scripts' },
  addingWays: [
    { by: 'connection', label: 'R script' },
    { by: 'connection', label: 'Python script' },
  ],
  typeSystem: pythonTypeSystem.name,
  capabilities: ['discovery', 'code', 'pushes'],
  inputEdits: {
    python_static_analysis: { type: true, key: false, addAndDelete: false, sync: true },
    r_static_analysis: { type: true, key: false, addAndDelete: true, sync: true },
  },
  inputSource: (executable: JsonValue) => sources[readExecutable(executable).language],
  credType: 'github',
  connection: githubConnectionSchema,
  secretKeys: ['token', 'renviron', 'dotenv'],
  addressKeys: ['apiUrl', 'owner', 'repo'],
  emptiedKeys: ['renviron', 'dotenv'],
  mergedKeys: ['renviron', 'dotenv'],
  namedSecretKeys: ['renviron', 'dotenv'],
  check,
  discover,
  describe,
  describeAll,
  readCode,
  editInput,
  readSnippet,
  pushes: { read: readPush, filesOf },
  // Where a script runs is for its connection to say, as it is set up when a run begins.
  goesElsewhere: () => false,
  isElsewhere,
  execute,
  elsewhere: actionsRuns,
  close: async () => {
    forgetClients();
    forgetScripts();
    forgetVariables();
  },
};
