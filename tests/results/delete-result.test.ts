import { access, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { resultPath } from '../support/app/result-path';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
  ORG_B,
} from '../support/things/organizations';
import { people } from '../support/things/people';

withApp();

let shared: MadeCommand;

beforeAll(async () => {
  await createOrganizations();
  shared = (await createGrantedCommands()).command;
});

describe('DELETE kits/{kitId}/runs/{runId}/result', () => {
  async function createResult(as: string) {
    const { runId } = await prisma().run.create({
      data: {
        orgId: ORG_A,
        ...shared,
        startedByUserId: as,
        status: 'success',
        queuedAt: new Date(),
        hasResult: true,
        params: '{"kept":1}',
        logText: 'log',
      },
    });
    const file = resultPath(ORG_A, runId);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, '{"value":42,"type":"integer"}\n');
    return { runId, file, target: `/${ORG_A}/kits/${shared.commandId}/runs/${runId}/result` };
  }
  const exists = (file: string) =>
    access(file).then(
      () => true,
      () => false,
    );

  it('S55 deletes the result, keeps the run, and leaves one audit row however often it is requested', async () => {
    const { runId, file, target } = await createResult(people.runner);
    const read = () => send('GET', `/${ORG_A}/kits/${shared.commandId}/runs/${runId}`, { as: people.runner });
    expect((await read()).body).toMatchObject({ payload: 42, file_status: 'available' });
    for (let times = 0; times < 2; times += 1) {
      expect((await send('DELETE', target, { as: people.runner })).status).toBe(204);
    }
    expect(await exists(file)).toBe(false);
    const run = await read();
    expect(run.body).toMatchObject({
      status: 'success',
      file_status: 'deleted',
      payload: null,
      logging_message: null,
      runrams: { kept: 1 },
    });
    const summary = await send('GET', `/${ORG_A}/skinny-runs/${runId}`, { as: people.runner });
    expect(summary.body).toMatchObject({ is_deleted: true });
    expect(
      await prisma().auditEvent.count({ where: { action: 'run.delete_result', subjectId: String(runId) } }),
    ).toBe(1);
  });

  it("S13 another person's result is refused with 403, but not to an engineer of the command; both see so beforehand", async () => {
    const { runId, file, target } = await createResult(people.runner);
    const isOffered = async (as: string) => {
      const one = await send('GET', `/${ORG_A}/skinny-runs/${runId}`, { as });
      const { body } = await send('GET', `/${ORG_A}/skinny-runs?filter=run_id:${runId}`, { as });
      expect(body).toEqual([one.body]);
      return (one.body as { may_delete_result: boolean }).may_delete_result;
    };
    expect(await isOffered(people.groupRunner)).toBe(false);
    expect(await isOffered(people.runner)).toBe(true);
    expect(await isOffered(people.engineer)).toBe(true);
    expect((await send('DELETE', target, { as: people.groupRunner })).status).toBe(403);
    expect((await send('DELETE', target, { as: people.member })).status).toBe(404);
    expect((await send('DELETE', target)).status).toBe(401);
    expect(await exists(file)).toBe(true);
    expect((await send('DELETE', target, { as: people.engineer })).status).toBe(204);
  });

  it('S13 deletes several at once as far as the person may, counts the others, and logs it once', async () => {
    const [own, others, going] = [
      await createResult(people.runner),
      await createResult(people.groupRunner),
      await createResult(people.runner),
    ];
    await prisma().run.update({ where: { runId: going.runId }, data: { status: 'running' } });
    const runIds = [own, others, going].map(({ runId }) => runId);
    const remove = (as: string, ids = runIds) =>
      send('POST', `/${ORG_A}/deleted-results`, { as, body: { runIds: ids } });
    expect((await remove(people.member)).status).toBe(404);
    expect((await remove(people.runner, [...runIds, 999_999])).status).toBe(404);
    expect(await exists(own.file)).toBe(true);
    expect(await remove(people.runner)).toMatchObject({
      status: 200,
      body: { deleted: 1, refused: 1, in_progress: 1 },
    });
    expect([await exists(own.file), await exists(others.file), await exists(going.file)]).toEqual([
      false,
      true,
      true,
    ]);
    expect((await remove(people.runner)).body).toMatchObject({ deleted: 0 });
    const logged = await prisma().auditEvent.findMany({ where: { action: 'run.delete_results' } });
    expect(logged.map(({ after }) => after)).toEqual([{ runs: 1, run_ids: [own.runId] }]);
    await prisma().run.update({ where: { runId: going.runId }, data: { status: 'success' } });
  });

  it('waits until a run in progress has ended', async () => {
    const { runId, target } = await createResult(people.runner);
    await prisma().run.update({ where: { runId }, data: { status: 'running' } });
    expect((await send('DELETE', target, { as: people.runner })).status).toBe(409);
  });

  it('S20 takes no body', async () => {
    const { file, target } = await createResult(people.runner);
    const { status } = await send('DELETE', target, { as: people.runner, body: { orgId: ORG_B } });
    expect(status).toBe(400);
    expect(await exists(file)).toBe(true);
  });
});
