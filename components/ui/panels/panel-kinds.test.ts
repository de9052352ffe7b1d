import { expect, test } from 'vitest';
import { type Panel, panelAddress, panelAt, panelKinds } from './panel-kinds';

const panels: Record<string, Panel> = {
  invite: { kind: 'invite' },
  'usage:12': { kind: 'usage', commandId: 12 },
  'share:12': { kind: 'share', commandId: 12 },
  'configure-input:12-3': { kind: 'configure-input', commandId: 12, inputId: 3 },
  'input-checks:12': { kind: 'input-checks', commandId: 12, inputId: null },
  'input-checks:12-3': { kind: 'input-checks', commandId: 12, inputId: 3 },
  'sync:4': { kind: 'sync', credentialId: 4, staticCommandSourceId: null },
  'sync:4-9': { kind: 'sync', credentialId: 4, staticCommandSourceId: 9 },
  'why:12': { kind: 'why', commandId: 12, userId: null },
  'why-folder:12:auth0|a:b': { kind: 'why-folder', folderId: 12, userId: 'auth0|a:b' },
  'decoration:12-row-new-name': {
    kind: 'decoration',
    commandId: 12,
    of: 'row',
    decorationId: null,
    step: 'name',
  },
  'decoration:12-object-7-map': {
    kind: 'decoration',
    commandId: 12,
    of: 'object',
    decorationId: 7,
    step: 'map',
  },
  'follow-up:12-5-345-3-%7B%22a%22%3A%221%2C2%22%7D': {
    kind: 'follow-up',
    commandId: 12,
    sourceId: 5,
    runId: 345,
    row: 3,
    isUndo: false,
    params: '{"a":"1,2"}',
  },
  'follow-up:12-5-345-0-%7B%7D': {
    kind: 'follow-up',
    commandId: 12,
    sourceId: 5,
    runId: 345,
    row: null,
    isUndo: false,
    params: '{}',
  },
  'follow-up:12-5-5000000000001-undo-%7B%7D': {
    kind: 'follow-up',
    commandId: 12,
    sourceId: 5,
    runId: 5_000_000_000_001,
    row: null,
    isUndo: true,
    params: '{}',
  },
  'connect:postgres': { kind: 'connect', sourceKind: 'postgres' },
};

test.each(Object.entries(panels))('%s is the address of one panel', (address, panel) => {
  expect(panelAddress(panel)).toBe(address);
  expect(panelAt(address)).toEqual(panel);
});

test.each([
  '',
  'x',
  'x:1',
  'toString',
  'share',
  'share:',
  'share:x',
  'share:0',
  'share:1x',
  'invite:1',
  'configure-input:1',
  'why::a',
  'decoration:12',
  'follow-up:12-5-345',
  'follow-up:12-5-x-1-{}',
  'decoration:12-row-x-map',
  'decoration:12-row-7-x',
])('%j is the address of none', (address) => expect(panelAt(address)).toBeNull());

test('no kind holds what divides addresses', () => {
  expect(Object.keys(panelKinds).filter((kind) => /[,:]/.test(kind))).toEqual([]);
});
