#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { ApiError } from '@/lib/client/api-client';
import { type Api, connect, explainRefusal } from './api';
import { type Arguments, readArguments, textFlag } from './arguments';
import { bulk } from './commands/bulk';
import { check } from './commands/check';
import { importDescriptions } from './commands/import';
import { login, logout } from './commands/login';
import { cancel, describe, download, list, show, whoami } from './commands/read';
import { run } from './commands/run';
import { schedules } from './commands/schedules';
import { CliError, type ExitCode, exitCodes, misused } from './exit';
import { HELP } from './help';
import { printJson } from './print';
import { ownCommand, readSettings } from './settings';

const SWITCHES = new Set(['json', 'yes', 'detach', 'quiet', 'dry-run', 'postman', 'help', 'h', 'version']);

const actions: Record<string, (api: Api, line: Arguments) => Promise<ExitCode>> = {
  whoami,
  list,
  describe,
  run,
  bulk,
  import: importDescriptions,
  check,
  schedules,
  show,
  download,
  cancel,
};

async function main(given: readonly string[]): Promise<ExitCode> {
  const line = readArguments(given, SWITCHES);
  const [action] = line.words;
  if (line.flags.has('version')) {
    process.stdout.write(`${version()}\n`);
    return exitCodes.success;
  }
  if (action === undefined || action === 'help' || line.flags.has('help') || line.flags.has('h')) {
    process.stdout.write(HELP);
    return exitCodes.success;
  }
  if (action === 'login') return login(line);
  if (action === 'logout') return logout(line);
  const act = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (act === undefined) throw misused(`“${action}” is not an action. See "${ownCommand('help')}".`);
  return act(connect(readSettings(textFlag(line, 'url'))), line);
}

function version(): string {
  try {
    return JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')).version;
  } catch {
    return 'unknown';
  }
}

// A reader such as `head` may stop before the end. That isn't a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(exitCodes.success);
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const { message, exitCode } =
    error instanceof ApiError
      ? explainRefusal(error)
      : error instanceof CliError
        ? error
        : {
            message: error instanceof Error ? error.message : String(error),
            exitCode: exitCodes.unavailable,
          };
  process.stderr.write(`${message}\n`);
  if (process.argv.includes('--json')) printJson({ error: { message, exit_code: exitCode } });
  process.exitCode = exitCode;
}
