import { createHmac, hkdfSync } from 'node:crypto';
import statement from 'sql-template-tag';
import type { InputValues } from '@/lib/inputs/input';
import { withSecretMarks } from '@/lib/inputs/secret-values';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { notFound } from '@/server/base/errors';
import { processWide } from '@/server/base/process-wide';
import { canonicalJson } from '@/server/runs/confirmations/canonical-json';
import type { PreparedRun } from '@/server/runs/start/prepare-run';
import { FileTaker } from '@/server/runs/start/run-files';

/** A run that a program wants to start, checked as far as it can be without starting it. */
export interface IntendedRun {
  command: RunnableSubject;
  prepared: PreparedRun;
  isDryRun: boolean;
}

/**
 * The versions of everything that decides what a command does: of itself, its dropdowns, its template, and its connection. Another text
 * means that a person saw something else.
 */
export async function revisionOf({ orgId, commandId, form }: RunnableSubject): Promise<string> {
  const { command, template } = form;
  const [credential] = await query(
    { version: column.int },
    statement`select version from credential
     where org_id = ${orgId} and credential_id = ${template.credentialId} and deleted_at is null`,
  );
  if (credential === undefined) throw notFound();
  return [
    `${commandId}.${command.version}.${form.dropdownVersion}`,
    `${template.templateId}.${template.version}`,
    `${template.credentialId}.${credential.version}`,
  ].join('/');
}

/** The values as their person sees them, as JSON text: with marks in place of secrets, and names in place of files. */
export function shownValues({ command: { form } }: IntendedRun, values: InputValues): string {
  return JSON.stringify(new FileTaker(form.inputs).take(withSecretMarks(form.inputs, values)));
}

/**
 * A keyed hash of all that is sent. The same values have the same one, in whatever order they are given. Without the key,
 * a short password could be found by trying.
 */
export const digestOf = ({ prepared, isDryRun }: IntendedRun): Buffer =>
  createHmac('sha256', digestKey())
    .update(canonicalJson([isDryRun, prepared.sent]))
    .digest();

const digestKey = (): Buffer =>
  processWide('confirmation key', () => {
    const [first] = env().encryptionKeys;
    if (first === undefined) throw new Error('The key ring is empty');
    return Buffer.from(hkdfSync('sha256', first.key, '', 'mcp confirmation', 32));
  });
