import { z } from 'zod';
import { warningTag } from '@/lib/settings/command-choices';
import { id, none, opaqueObject, textId, time } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';

/** `used`: its run was started. `changed`: the command or its connection was, so that it allows nothing anymore. */
export const confirmationState = z.enum(['waiting', 'confirmed', 'declined', 'used', 'expired', 'changed']);
export type ConfirmationState = z.output<typeof confirmationState>;

/** How long a person has to confirm a run, and the program to start it. */
export const CONFIRMATION_MINUTES = 10;

/** A run that a program wants to start, as its person sees it. */
export const runConfirmation = resource({
  confirmationId: ['confirmation_id', textId],
  state: ['state', confirmationState],
  /** What the program calls itself, or what the person called its token. */
  programName: ['program_name', z.string()],
  /** Whether the program was connected, and chose that name itself. */
  isConnected: ['is_connected', z.boolean()],
  orgId: ['org_id', textId],
  orgName: ['org_name', z.string()],
  orgSlug: ['org_slug', z.string()],
  commandId: ['kit_id', id],
  commandName: ['name', z.string()],
  /** Null outside any folder, and for people of other organizations. */
  folderName: ['directory_name', z.string().nullable()],
  warningTag: ['warning_tag', warningTag.nullable()],
  isDryRun: ['is_dry_run', z.boolean()],
  needsApproval: ['needs_approval', z.boolean()],
  /** The word that the person types to confirm; null to confirm with a click. */
  confirmationWord: ['confirmation_word', z.string().nullable()],
  /** All values that the program gave, and the defaults that are filled in; secrets read `{"is_set": true}`. */
  params: ['runrams', opaqueObject],
  /** The names of the inputs by key. */
  inputNames: ['input_names', z.record(z.string(), z.string())],
  createdAt: ['created_time', time],
  expiresAt: ['expires_time', time],
});

/** Only the person whom a program asks, in their browser: a program must not confirm what it asked for. */
const inPerson = { needs: 'signedIn', inPerson: true } as const;
const params = z.strictObject({ confirmationId: textId });
const answer = { kind: 'json', status: 200, schema: runConfirmation } as const;

export const readConfirmation = operation({
  id: 'readConfirmation',
  method: 'GET',
  effect: 'read',
  path: '/users/me/confirmations/{confirmationId}',
  summary: 'A run that a program of the caller wants to start, with its values. Not for tokens',
  permission: inPerson,
  params,
  query: none,
  body: null,
  answer,
});

export const answerConfirmation = operation({
  id: 'answerConfirmation',
  method: 'POST',
  effect: 'change',
  path: '/users/me/confirmations/{confirmationId}',
  summary:
    'Confirms or declines a run that a program of the caller wants to start. A confirmation allows that run once. Not for tokens',
  permission: inPerson,
  params,
  query: none,
  body: requestBody({
    isConfirmed: ['isConfirmed', z.boolean()],
    /** The command's word, if it has one. */
    confirmation: ['confirmation', z.string().max(200).optional()],
  }),
  answer,
});
