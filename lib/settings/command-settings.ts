import { z } from 'zod';
import { undoPartner } from '@/lib/settings/undo/undo-partner';
import { id, json, opaqueObject, typedLabel } from '@/lib/wire/values';
import { visibility, warningTag, warningWords } from './command-choices';
import { inputChecks } from './condition-settings';
import { outputSettings } from './output-settings';
import { runningSettings } from './running-settings';
import { optionalText, type Setting, type Settings, type ValuesOf, yesOrNo } from './setting';

export const commandName = typedLabel(200);

/** The same with what a restore has to know. */
interface CommandSetting extends Setting {
  /**
   * Whether restoring a revision brings it back. Where a command stands and who sees it stays as it is: an old revision
   * must not open a command to people.
   */
  isRestored: boolean;
}

type CommandSettings = Readonly<Record<string, CommandSetting>>;

/**
 * What engineers set of a command, in columns of `command`. Any engineer of the command may; a folder takes an engineer
 * of the folders as well, and `justme` its creator.
 */
export const ownSettings = {
  name: {
    column: 'name',
    wire: 'name',
    answer: z.string(),
    sent: commandName.optional(),
    isText: true,
    label: 'Name',
    logName: 'name',
    words: {},
    isRestored: true,
  },
  description: {
    column: 'description',
    wire: 'description',
    ...optionalText(20_000),
    label: 'Description',
    logName: 'description',
    isRestored: true,
  },
  executeInTransaction: {
    column: 'execute_in_transaction',
    wire: 'db_execute_in_transaction',
    ...yesOrNo(),
    label: 'Execute in a transaction',
    logName: 'transaction',
    isRestored: true,
  },
  /** Rules across its inputs. */
  inputChecks: {
    column: 'input_checks',
    wire: 'input_checks',
    answer: inputChecks,
    sent: inputChecks.optional(),
    isText: false,
    label: 'Limits and checks',
    logName: 'limits and checks',
    words: {},
    isRestored: true,
  },
  /** The command that takes it back. */
  undoPartner: {
    column: 'undo_partner',
    wire: 'undo_partner',
    answer: undoPartner.nullable(),
    sent: undoPartner.nullable().optional(),
    isText: false,
    label: 'Undo partner',
    logName: 'undo partner',
    words: {},
    isRestored: true,
  },
  folderId: {
    column: 'folder_id',
    wire: 'directory_id',
    answer: id.nullable(),
    sent: id.nullable().optional(),
    isText: false,
    label: 'Folder',
    logName: 'folder',
    words: { null: '(No folder)' },
    isRestored: false,
  },
  visibility: {
    column: 'visibility',
    wire: 'visibility',
    answer: visibility,
    sent: visibility.optional(),
    isText: false,
    label: 'Visibility',
    logName: 'visibility',
    words: { justme: 'Just me', org: 'People with access', public: 'Public', store: 'Store' },
    isRestored: false,
  },
  isHidden: {
    column: 'is_hidden',
    wire: 'is_hidden',
    ...yesOrNo({ true: 'Hidden', false: 'Shown' }),
    label: 'Hidden',
    logName: 'whether it is hidden',
    isRestored: false,
  },
  ...outputSettings,
  ...runningSettings,
} as const satisfies CommandSettings;

/**
 * What engineers set of the template of a command, in columns of `template`. All commands of the template share it, so
 * it takes an engineer of all of them.
 */
export const templateSettings = {
  warningTag: {
    column: 'warning_tag',
    wire: 'warning_tag',
    answer: warningTag.nullable(),
    sent: warningTag.nullable().optional(),
    isText: false,
    label: 'What it does to data',
    logName: 'warning',
    words: { ...warningWords, null: 'Not said' },
    isRestored: true,
  },
  runButtonText: {
    column: 'run_button_text',
    wire: 'run_button_text',
    ...optionalText(40),
    label: 'Run button text',
    logName: 'text of the Run button',
    isRestored: true,
  },
  runningMessage: {
    column: 'running_message',
    wire: 'running_message',
    ...optionalText(200),
    label: 'Running message',
    logName: 'message while it runs',
    isRestored: true,
  },
  isRunOnStartup: {
    column: 'run_on_startup',
    wire: 'run_on_startup',
    ...yesOrNo(),
    label: 'Run on startup',
    logName: 'running on startup',
    isRestored: true,
  },
  /** The values that it then runs with, by input key. */
  startupValues: {
    column: 'run_on_startup_values',
    wire: 'run_on_startup_values',
    answer: json,
    sent: opaqueObject.nullable().optional(),
    isText: false,
    label: 'Startup values',
    logName: 'startup values',
    words: {},
    isRestored: true,
  },
} as const satisfies CommandSettings;

/** Everything that is set of a command but its inputs. */
export const commandSettings = { ...ownSettings, ...templateSettings } as const;

export type OwnSettingValues = ValuesOf<typeof ownSettings>;
export type TemplateSettingValues = ValuesOf<typeof templateSettings>;

/** The settings of a list that a restore brings back, by key. */
export const restoredKeys = <S extends CommandSettings & Settings>(settings: S): (keyof S & string)[] =>
  Object.keys(settings).filter((key) => settings[key]?.isRestored);
