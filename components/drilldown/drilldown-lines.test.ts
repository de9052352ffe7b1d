import { expect, it } from 'vitest';
import { COMMANDS_A_PAGE, countCommands, drilldownLines, pageOfLines } from './drilldown-lines';
import type { MemberCommand } from './use-drilldown';

const command = (commandId: number, folderId: number | null): MemberCommand => ({
  commandId,
  orgId: 'a',
  name: `Command ${commandId}`,
  description: null,
  visibility: 'org',
  folderId,
  folderName: folderId === null ? null : `Folder ${folderId}`,
  originCommandId: null,
  isCopycat: false,
  isHidden: false,
  isDeleted: false,
  isCommand: true,
  cloudName: '',
  sourceKind: 'postgres',
  sourceName: '',
  version: 1,
  hasAccess: true,
  role: 'runner',
  accessLevel: 'user_kit',
  engineers: [],
  runners: [],
  engineerCount: 0,
  runnerCount: 0,
  engineerGroups: [],
  runnerGroups: [],
  nonOrgAdminEngineers: false,
  lastRunAt: null,
  lastRunStatus: null,
  lastRunEndReason: null,
  template: { templateId: 1, isRunOnStartup: false, startupValues: null, warningTag: null },
});

const keys = (lines: readonly { key: string }[]) => lines.map(({ key }) => key);
const folders = [{ folderId: 2, name: 'Folder 2' }];

it('folders stand first with what they hold; an empty one only if it was asked for, and nothing is searched for', () => {
  const commands = [command(10, 1), command(11, null), command(12, 1)];
  expect(keys(drilldownLines(commands, folders, new Set(), false))).toEqual([
    'folder-1',
    'command-10',
    'command-12',
    'folder-2',
    'command-11',
  ]);
  expect(keys(drilldownLines(commands, folders, new Set(['folder-1']), true))).toEqual([
    'folder-1',
    'command-11',
  ]);
});

it('a page that begins within a folder begins with that folder', () => {
  const commands = Array.from({ length: 30 }, (_, i) => command(i + 1, 1));
  const lines = drilldownLines(commands, [], new Set(), false);
  expect(countCommands(pageOfLines(lines, 0))).toBe(COMMANDS_A_PAGE);
  expect(keys(pageOfLines(lines, 1))).toEqual(['folder-1', ...keys(lines.slice(21))]);
});

it('pages count commands, not the folders between them', () => {
  const commands = Array.from({ length: 30 }, (_, i) => command(i + 1, (i % 3) + 1));
  const lines = drilldownLines(commands, [{ folderId: 9, name: 'Empty' }], new Set(), false);
  expect(countCommands(lines)).toBe(30);
  const pages = [pageOfLines(lines, 0), pageOfLines(lines, 1)];
  expect(pages.map(countCommands)).toEqual([20, 10]);
  // An empty folder stands where its name belongs: before the others.
  expect(keys(pages[0] ?? [])[0]).toBe('folder-9');
  expect(pageOfLines(drilldownLines([], [{ folderId: 9, name: 'Empty' }], new Set(), false), 0)).toHaveLength(
    1,
  );
});
