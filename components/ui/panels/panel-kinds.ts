import { decoded } from '@/lib/base/text/decoded';

/** What identifies a panel in the URL: its kind and its subject (`share:12`). Neither contains a comma. */
export type PanelAddress = string;

/** How a panel's parameters are written after the colon of its address. */
interface About<Params> {
  write(params: Params): string;
  /** Null for text that isn't a valid address of such a panel. */
  read(text: string): Params | null;
}

const nothing: About<object> = { write: () => '', read: (text) => (text === '' ? {} : null) };

const idIn = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;

/** One id, under its name. */
const id = <Key extends string>(key: Key): About<Record<Key, number>> => ({
  write: (params) => String(params[key]),
  read: (text) => {
    const read = idIn(text);
    return read === null ? null : ({ [key]: read } as Record<Key, number>);
  },
});

const text = <Key extends string>(key: Key): About<Record<Key, string>> => ({
  write: (params) => params[key],
  read: (given) => (given === '' ? null : ({ [key]: given } as Record<Key, string>)),
});

/** A person's access: the panel asks for the person if none is named. A person's id may contain colons. */
const idAndPerson = <Key extends string>(
  key: Key,
): About<Record<Key, number> & { userId: string | null }> => ({
  write: (params) => (params.userId === null ? String(params[key]) : `${params[key]}:${params.userId}`),
  read: (given) => {
    const [, idText, userId = null] = /^(\d+)(?::(.+))?$/s.exec(given) ?? [];
    const read = idIn(idText);
    return read === null
      ? null
      : ({ [key]: read, userId } as Record<Key, number> & { userId: string | null });
  },
});

const input: About<{ commandId: number; inputId: number }> = {
  write: ({ commandId, inputId }) => `${commandId}-${inputId}`,
  read: (given) => {
    const [commandId = null, inputId = null] = given.split('-', 2).map(idIn);
    return commandId === null || inputId === null ? null : { commandId, inputId };
  },
};

/** The checks of a command's inputs, and the input from which they were opened; null for none. */
const checks: About<{ commandId: number; inputId: number | null }> = {
  write: ({ commandId, inputId }) =>
    inputId === null ? String(commandId) : input.write({ commandId, inputId }),
  read: (given) => {
    const commandId = idIn(given);
    return commandId === null ? input.read(given) : { commandId, inputId: null };
  },
};

const DECORATED = ['row', 'object', 'error'] as const;
const DECORATION_STEPS = ['view', 'name', 'set', 'cmd', 'copy', 'map'] as const;

interface DecorationStep {
  commandId: number;
  of: (typeof DECORATED)[number];
  /** Null for a new one, and for the error jump. */
  decorationId: number | null;
  step: (typeof DECORATION_STEPS)[number];
}

/** A step of a decoration: `12-row-new-name`. */
const decoration: About<DecorationStep> = {
  write: ({ commandId, of, decorationId, step }) => `${commandId}-${of}-${decorationId ?? 'new'}-${step}`,
  read: (given) => {
    const [idText, ofText, decorationText, stepText] = given.split('-', 4);
    const commandId = idIn(idText);
    const of = DECORATED.find((each) => each === ofText);
    const step = DECORATION_STEPS.find((each) => each === stepText);
    const decorationId = idIn(decorationText);
    if (commandId === null || of === undefined || step === undefined) return null;
    if (decorationId === null && decorationText !== 'new') return null;
    return { commandId, of, decorationId, step };
  },
};

/** A new dropdown for an input, with hardcoded values or from a command. */
const newDropdown: About<{ commandId: number; inputId: number; source: 'hardcoded' | 'command' }> = {
  write: ({ source, ...linked }) => `${input.write(linked)}-${source}`,
  read: (given) => {
    const linked = input.read(given);
    const source = given.split('-')[2];
    return linked === null || (source !== 'hardcoded' && source !== 'command') ? null : { ...linked, source };
  },
};

/** A dropdown, and the input from which it was opened. */
const dropdown: About<{ dropdownId: number; linked: { commandId: number; inputId: number } | null }> = {
  write: ({ dropdownId, linked }) =>
    linked === null ? String(dropdownId) : `${dropdownId}-${input.write(linked)}`,
  read: (given) => {
    const [idText, ...rest] = given.split('-');
    const dropdownId = idIn(idText);
    if (dropdownId === null) return null;
    if (rest.length === 0) return { dropdownId, linked: null };
    const linked = input.read(rest.join('-'));
    return linked === null ? null : { dropdownId, linked };
  },
};

/** A connection, or one of the descriptions that were uploaded for it. */
const source: About<{ credentialId: number; staticCommandSourceId: number | null }> = {
  write: ({ credentialId, staticCommandSourceId }) =>
    staticCommandSourceId === null ? String(credentialId) : `${credentialId}-${staticCommandSourceId}`,
  read: (given) => {
    const [credentialId = null, staticCommandSourceId = null] = given.split('-', 2).map(idIn);
    return credentialId === null ? null : { credentialId, staticCommandSourceId };
  },
};

/** A request to add, and the connection that it was begun from; null for none. */
const request: About<{ credentialId: number | null }> = {
  write: ({ credentialId }) => (credentialId === null ? '' : String(credentialId)),
  read: (given) => {
    const credentialId = idIn(given);
    return given !== '' && credentialId === null ? null : { credentialId };
  },
};

/** A bulk run of a command: `12-345`. */
const bulkRun: About<{ commandId: number; runId: number }> = {
  write: ({ commandId, runId }) => `${commandId}-${runId}`,
  read: (given) => {
    const [commandId = null, runId = null] = given.split('-', 2).map(idIn);
    return commandId === null || runId === null ? null : { commandId, runId };
  },
};

/** Where the first rows of a bulk run come from; the panel reads it, so that the page need not: lib/bulk/bulk-rows.ts. */
const bulkRows: About<{ rows: string }> = { write: ({ rows }) => rows, read: (rows) => ({ rows }) };

/**
 * The command of a button, over the result that it is in: `12-5-345-3-{"order_id":"7"}`, encoded. Its command, the command
 * and the run of the result, the row from 1, and the values for the form. `undo` in place of the row takes the run back.
 */
const followUp: About<{
  commandId: number;
  sourceId: number;
  runId: number;
  /** Null for a button that isn't on a row. */
  row: number | null;
  isUndo: boolean;
  params: string;
}> = {
  write: ({ commandId, sourceId, runId, row, isUndo, params }) =>
    `${commandId}-${sourceId}-${runId}-${isUndo ? 'undo' : (row ?? 0)}-${encodeURIComponent(params)}`,
  read: (given) => {
    const [, ids = '', on, written = ''] = /^((?:\d+-){3})(\d+|undo)-(.*)$/s.exec(given) ?? [];
    const [commandId = null, sourceId = null, runId = null] = ids.split('-').map(idIn);
    if (commandId === null || sourceId === null || runId === null) return null;
    return { commandId, sourceId, runId, row: idIn(on), isUndo: on === 'undo', params: decoded(written) };
  },
};

/** Which runs a figure counts: lib/figures/counted-runs.ts reads and writes it. */
const figure: About<{ figure: string }> = {
  write: ({ figure: written }) => written.replaceAll(',', '%2C'),
  read: (given) => (given === '' ? null : { figure: given }),
};

/** Every kind of side panel, with its parameters. Its view is in the registry of views under the same name. */
export const panelKinds = {
  configure: id('commandId'),
  'configure-input': input,
  'choose-dropdown': input,
  'new-dropdown': newDropdown,
  dropdown,
  duplicate: id('commandId'),
  'edit-copy': id('commandId'),
  'input-checks': checks,
  'reorder-inputs': id('commandId'),
  decoration,
  job: text('job'),
  webhook: text('webhook'),
  'alert-addresses': nothing,
  'output-path': id('commandId'),
  running: id('commandId'),
  safety: id('commandId'),
  'view-sql': id('commandId'),
  'view-code': id('commandId'),
  'undo-partner': id('commandId'),
  'change-connection': id('commandId'),
  'edit-input': input,
  'add-input': id('commandId'),
  'api-auth': id('credentialId'),
  'http-headers': id('commandId'),
  connect: text('sourceKind'),
  connection: id('credentialId'),
  'upload-openapi': nothing,
  'upload-postman': nothing,
  request,
  sync: source,
  share: id('commandId'),
  'share-folder': id('folderId'),
  why: idAndPerson('commandId'),
  'why-folder': idAndPerson('folderId'),
  'edit-folder': id('folderId'),
  move: id('commandId'),
  deleted: nothing,
  invite: nothing,
  'new-group': nothing,
  group: text('groupId'),
  'new-service-account': nothing,
  'service-account': text('accountId'),
  'edit-org': nothing,
  message: id('mailId'),
  run: id('runId'),
  'bulk-run': bulkRun,
  usage: id('commandId'),
  'counted-runs': figure,
  error: id('errorId'),
  'follow-up': followUp,
  bulk: bulkRows,
  runs: nothing,
  'batch-download': nothing,
  'send-result': id('runId'),
  json: nothing,
  presets: nothing,
} as const;

export type PanelKind = keyof typeof panelKinds;
export type PanelParams<Kind extends PanelKind> =
  (typeof panelKinds)[Kind] extends About<infer Params> ? Params : never;

/** A panel to open. An unknown kind, or one without its parameters, doesn't compile. */
export type Panel = { [Kind in PanelKind]: { kind: Kind } & PanelParams<Kind> }[PanelKind];

export function panelAddress<Kind extends PanelKind>(
  panel: { kind: Kind } & PanelParams<Kind>,
): PanelAddress {
  const about = (panelKinds[panel.kind] as About<PanelParams<Kind>>).write(panel);
  return about === '' ? panel.kind : `${panel.kind}:${about}`;
}

/** The panel at an address; null if the address is invalid. */
export function panelAt(address: PanelAddress): Panel | null {
  const divider = address.indexOf(':');
  const kind = divider < 0 ? address : address.slice(0, divider);
  if (!isPanelKind(kind)) return null;
  const params = panelKinds[kind].read(divider < 0 ? '' : address.slice(divider + 1));
  return params === null ? null : ({ kind, ...params } as Panel);
}

const isPanelKind = (kind: string): kind is PanelKind => Object.hasOwn(panelKinds, kind);
