import { z } from 'zod';
import { id, none, pathId, textId } from '@/lib/wire/values';
import { requestBody } from '@/lib/wire/wire';
import { operation } from '../operation';
import {
  errorDecoration,
  LONGEST_DECORATION_NAME,
  MOST_RESULT_SETS,
  objectDecoration,
  rowDecoration,
  rowTerms,
} from './decoration-shapes';

const configures = { needs: 'command', action: 'command.configure', id: 'path.kitId' } as const;
const onOneCommand = z.strictObject({ orgId: textId, kitId: pathId });
const onRowDecoration = z.strictObject({ orgId: textId, kitId: pathId, decorationId: pathId });
const onObjectDecoration = z.strictObject({ orgId: textId, kitId: pathId, objectDecorationId: pathId });

const name = z.string().trim().min(1).max(LONGEST_DECORATION_NAME);
const resultSet = z.int().min(0).max(MOST_RESULT_SETS);
const colMaps = z
  .array(requestBody({ outputColumnId: ['noOutColId', id], inputId: ['legoInstanceInputId', id] }))
  .max(500);
const fieldMaps = z
  .array(requestBody({ outputColumnId: ['noOutFieldId', id], inputId: ['legoInstanceInputId', id] }))
  .max(500);

/** Named by the documents, and told by the path and the session. */
const known = {
  outputCommandId: ['outputKitId', id.optional()],
  creatorUoId: ['creatorUoId', z.string().optional()],
  orgId: ['orgId', textId.optional()],
  /** The command's version that was last read; a stale one is refused with 409 and the current state. */
  version: ['version', z.int().min(1).optional()],
} as const;

const created = <S extends z.ZodType>(schema: S) => ({ kind: 'json', status: 201, schema }) as const;
const answered = <S extends z.ZodType>(schema: S) => ({ kind: 'json', status: 200, schema }) as const;

export const createRowDecoration = operation({
  id: 'createRowDecoration',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/kits/{kitId}/decorations',
  summary: 'Adds a button to the rows of a result, which opens another command with its form filled in',
  permission: configures,
  params: onOneCommand,
  query: none,
  body: requestBody({
    name: ['name', name.default('Button')],
    targetCommandId: ['inputKitId', id],
    resultSet: ['resultSetZeroIdx', resultSet.default(0)],
    shownWhen: ['shownWhen', rowTerms.default([])],
    maps: ['colMaps', colMaps.default([])],
    ...known,
  }),
  answer: created(rowDecoration),
});

export const readRowDecoration = operation({
  id: 'readRowDecoration',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/kits/{kitId}/decorations/{decorationId}',
  summary: 'A button on the rows of a result',
  permission: configures,
  params: onRowDecoration,
  query: none,
  body: null,
  answer: answered(rowDecoration),
});

export const updateRowDecoration = operation({
  id: 'updateRowDecoration',
  method: 'PATCH',
  effect: 'change',
  path: '/{orgId}/kits/{kitId}/decorations/{decorationId}',
  summary: 'Changes a button on the rows of a result',
  permission: configures,
  params: onRowDecoration,
  query: none,
  body: requestBody({
    name: ['name', name.optional()],
    targetCommandId: ['inputKitId', id.optional()],
    resultSet: ['resultSetZeroIdx', resultSet.optional()],
    shownWhen: ['shownWhen', rowTerms.optional()],
    maps: ['colMaps', colMaps.optional()],
    ...known,
  }),
  answer: answered(rowDecoration),
});

export const deleteRowDecoration = operation({
  id: 'deleteRowDecoration',
  method: 'DELETE',
  effect: 'change',
  path: '/{orgId}/kits/{kitId}/decorations/{decorationId}',
  summary: 'Removes a button from the rows of a result',
  permission: configures,
  params: onRowDecoration,
  query: none,
  body: null,
  answer: { kind: 'nothing' },
});

export const createObjectDecoration = operation({
  id: 'createObjectDecoration',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/kits/{kitId}/object-decorations',
  summary:
    'Adds a button to the objects of a JSON result, which opens another command with its form filled in',
  permission: configures,
  params: onOneCommand,
  query: none,
  body: requestBody({
    name: ['name', name.default('Button')],
    targetCommandId: ['inputKitId', id],
    maps: ['fieldMaps', fieldMaps.default([])],
    ...known,
  }),
  answer: created(objectDecoration),
});

export const readObjectDecoration = operation({
  id: 'readObjectDecoration',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/kits/{kitId}/object-decorations/{objectDecorationId}',
  summary: 'A button on the objects of a JSON result',
  permission: configures,
  params: onObjectDecoration,
  query: none,
  body: null,
  answer: answered(objectDecoration),
});

export const updateObjectDecoration = operation({
  id: 'updateObjectDecoration',
  method: 'PATCH',
  effect: 'change',
  path: '/{orgId}/kits/{kitId}/object-decorations/{objectDecorationId}',
  summary: 'Changes a button on the objects of a JSON result',
  permission: configures,
  params: onObjectDecoration,
  query: none,
  body: requestBody({
    name: ['name', name.optional()],
    targetCommandId: ['inputKitId', id.optional()],
    maps: ['fieldMaps', fieldMaps.optional()],
    ...known,
  }),
  answer: answered(objectDecoration),
});

export const deleteObjectDecoration = operation({
  id: 'deleteObjectDecoration',
  method: 'DELETE',
  effect: 'change',
  path: '/{orgId}/kits/{kitId}/object-decorations/{objectDecorationId}',
  summary: 'Removes a button from the objects of a JSON result',
  permission: configures,
  params: onObjectDecoration,
  query: none,
  body: null,
  answer: { kind: 'nothing' },
});

const onErrorDecoration = z.strictObject({ orgId: textId, kitId: pathId, outputKitId: pathId });

export const createErrorDecoration = operation({
  id: 'createErrorDecoration',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/kits/{kitId}/error-decorations',
  summary: 'Makes the error box of a command offer another one; 409 if it already offers one',
  permission: configures,
  params: onOneCommand,
  query: none,
  body: requestBody({ targetCommandId: ['inputKitId', id], ...known }),
  answer: created(errorDecoration),
});

export const readErrorDecoration = operation({
  id: 'readErrorDecoration',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/kits/{kitId}/error-decorations/{outputKitId}',
  summary: "The command that a command's error box offers, by the id of the command itself",
  permission: configures,
  params: onErrorDecoration,
  query: none,
  body: null,
  answer: answered(errorDecoration),
});

export const deleteErrorDecoration = operation({
  id: 'deleteErrorDecoration',
  method: 'DELETE',
  effect: 'change',
  path: '/{orgId}/kits/{kitId}/error-decorations/{outputKitId}',
  summary: "Removes the offer from a command's error box",
  permission: configures,
  params: onErrorDecoration,
  query: none,
  body: null,
  answer: { kind: 'nothing' },
});
