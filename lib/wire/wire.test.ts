import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { opaqueObject } from './values';
import { requestBody, resource } from './wire';

const folder = resource({ folderId: ['directory_id', z.int()], name: ['name', z.string()] });
const command = resource({
  commandId: ['kit_id', z.int()],
  folder: ['directory', folder.nullable()],
  params: ['runrams', opaqueObject],
});

describe('wire codecs', () => {
  it('rename what they name, in both directions, and leave opaque values alone', () => {
    const ours = {
      commandId: 1,
      folder: { folderId: 2, name: 'x' },
      params: { kit_id: 'mine', commandId: 'too' },
    };
    const wire = { kit_id: 1, directory: { directory_id: 2, name: 'x' }, runrams: ours.params };
    expect(z.encode(command, ours)).toEqual(wire);
    expect(z.decode(command, wire)).toEqual(ours);
  });

  it('pass over what a newer server adds to a resource', () => {
    expect(z.decode(folder, { directory_id: 1, name: 'x', color: 'red' } as never)).toEqual({
      folderId: 1,
      name: 'x',
    });
  });

  it('S20 refuse unknown keys of a body', () => {
    const body = requestBody({ name: ['name', z.string()] });
    const checked = z.safeDecode(body, { name: 'x', orgId: 'b', role: 'admin' } as never);
    expect(checked.success).toBe(false);
    expect(checked.error?.issues[0]).toMatchObject({ code: 'unrecognized_keys', keys: ['orgId', 'role'] });
  });

  it('refuse to send a resource that is not whole', () => {
    expect(z.safeEncode(folder, { folderId: 'x', name: 'y' } as never).success).toBe(false);
  });
});

it('null in a request is the same as absent, unless it is a value of its own', () => {
  const body = requestBody({
    name: ['name', z.string().optional()],
    groups: ['groups', z.array(z.string()).default([])],
    folderId: ['directoryId', z.int().nullable().optional()],
  });
  expect(body.parse({ name: null, groups: null, directoryId: null })).toEqual({ groups: [], folderId: null });
  expect(() => requestBody({ name: ['name', z.string()] }).parse({ name: null })).toThrow();
});
