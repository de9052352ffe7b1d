import { beforeAll, beforeEach, expect } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { sql } from '@/server/base/database/db';
import { type callMcp, connectMcp, MODERN } from '../app/mcp';
import type { Site } from '../app/site';
import { commit, withSource } from '../app/source';
import { withWorker } from '../app/worker';
import { createOrganizations, type MadeCommand } from './organizations';
import { people } from './people';
import { giveToken } from './tokens';

export const HOUR_MS = 60 * 60 * 1000;
/** What a call returns that wrote nothing, and one that did. */
export const NOTHING = { isError: true };
export const DONE = { structuredContent: { status: 'success' } };

/** Commands that write notes, and programs of the runner that call them. Call it after `withApp`. */
export function withNotes(site: Site) {
  const source = withSource(
    `create table notes (words text);
     create function note(words text) returns void language sql as 'insert into notes values (words)';
     create function shout(words text) returns void language sql as 'insert into notes values (upper(words))';
     create function lock(words text, password text) returns void language sql as 'insert into notes values (words)';`,
    createOrganizations,
  );
  withWorker();
  const none: MadeCommand = { commandId: 0, templateId: 0 };
  const made = { note: none, shout: none, lock: none };
  let before = 0;
  const written = async () => (await source.query('select words from notes')).length;
  beforeAll(async () => {
    made.note = await commit(source, 'public.note(text)');
    made.shout = await commit(source, 'public.shout(text)');
    made.lock = await commit(source, 'public.lock(text, text)');
    await sql.query(
      `update template_input set type = jsonb_set(type, '{inputType}', '"password"') where key = 'password'`,
    );
  });
  beforeEach(async () => {
    before = await written();
  });
  const tool = (name: keyof typeof made = 'note') => `${name}_${made[name].commandId}`;
  /** Outlasts a clock that is set an hour ahead. */
  const tokenOf = (userId: string = people.runner, more: Parameters<typeof giveToken>[1] = {}) =>
    giveToken(userId, { expiresAt: new Date(Date.now() + 5 * HOUR_MS), ...more });
  return {
    source,
    made,
    tool,
    tokenOf,
    /** The arguments of `confirm_run` for a note. */
    confirmedWith: (code: string, more: Record<string, JsonValue> = {}) => ({
      command: tool(),
      arguments: { words: 'x' },
      code,
      ...more,
    }),
    /** How many notes the test has written so far. */
    newNotes: async () => (await written()) - before,
    async connect(options = MODERN, more: Parameters<typeof giveToken>[1] = {}) {
      const { token, tokenId } = await tokenOf(people.runner, more);
      return { client: await connectMcp(site.url, token, options), token, tokenId };
    },
    async refused(call: ReturnType<typeof callMcp>, words: string) {
      expect(await call).toMatchObject({ ...NOTHING, text: expect.stringContaining(words) });
      expect((await written()) - before).toBe(0);
    },
  };
}
