import SwaggerParser from '@apidevtools/swagger-parser';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { operations } from '@/lib/contract/operations';
import { env } from '@/server/base/env';
import { openApiDocument } from '@/server/http/openapi/document';
import { answerExamples, bodyExamples } from '@/server/http/openapi/examples';
import { withApp } from '../support/app/app';

withApp();

const text = async () => JSON.stringify(await openApiDocument());

describe('the description of the API', () => {
  it('is valid, and every reference in it leads somewhere', async () => {
    await expect(SwaggerParser.validate(JSON.parse(await text()))).resolves.toBeDefined();
  });

  it('breaks no rule that Redocly recommends, but for paths that the documents fix', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: await text(), config });
    const isOfTest = 'no-server-example.com';
    const others = problems.filter(({ ruleId }) => ruleId !== 'no-ambiguous-paths' && ruleId !== isOfTest);
    expect(others.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('says of each filter how it is written', async () => {
    const { paths } = JSON.parse(await text());
    interface Parameter {
      name: string;
      description?: string;
    }
    const parameters: Parameter[] = Object.values<{ get?: { parameters: Parameter[] } }>(paths).flatMap(
      ({ get }) => get?.parameters ?? [],
    );
    const filters = parameters.filter(({ name }) => name === 'filter');
    expect(filters.length).toBeGreaterThan(5);
    expect(filters.filter(({ description = '' }) => !description.includes(':'))).toEqual([]);
  });

  it('says what each field is for of the bodies that start runs, and how to repeat them', async () => {
    interface Described {
      description?: string;
    }
    interface Starting {
      operationId: string;
      parameters: (Described & { name: string })[];
      requestBody: { content: Record<string, { schema: { properties: Record<string, Described> } }> };
      responses: Record<string, { headers?: Record<string, object> }>;
    }
    const { paths } = JSON.parse(await text());
    const starting = Object.values<Record<string, Starting>>(paths)
      .flatMap((each) => Object.values(each))
      .filter(({ operationId }) => /^(create|start)(Bulk)?Run$|^runAnd|^rerun/.test(operationId));
    expect(starting).toHaveLength(8);
    for (const { operationId, parameters, requestBody, responses } of starting) {
      const fields = requestBody.content['application/json']?.schema.properties ?? {};
      const silent = Object.keys(fields).filter((name) => !fields[name]?.description);
      expect(silent, operationId).toEqual([]);
      expect(parameters.find(({ name }) => name === 'Idempotency-Key')?.description).toMatch(/^For a day/);
      expect(responses['409']).toEqual({ $ref: '#/components/responses/ConflictOrRepeated' });
      const success = responses[200] ?? responses[201] ?? responses[202];
      expect(success?.headers, operationId).toHaveProperty('Idempotent-Replayed');
    }
  });

  it('begins with what programs need first', async () => {
    const { tags, paths } = JSON.parse(await text());
    expect(tags.slice(0, 2).map(({ name }: { name: string }) => name)).toEqual(['Runs', 'Commands']);
    const [first] = Object.values<object>(paths).flatMap((each) => Object.values(each));
    expect(first).toMatchObject({ operationId: 'runAndWait' });
    const ids = Object.values<object>(paths).flatMap((each) =>
      Object.values(each).map(({ operationId }) => operationId),
    );
    expect(ids.slice(0, 16)).toContain('listMyOrgs');
    expect(new Set(ids).size).toBe(operations.length);
  });

  it('names every schema that is shared or contains itself', async () => {
    const written = await text();
    expect(written).toContain('#/components/schemas/');
    expect(written).not.toContain('__schema');
    expect(written).not.toContain('$defs');
  });

  it('says where this Pushboard is', async () => {
    expect((await openApiDocument()).servers).toEqual([{ url: env().appUrl, description: 'This Pushboard' }]);
  });

  it('describes an id in an address as the number that bodies have', async () => {
    const { paths } = (await openApiDocument()) as {
      paths: Record<string, { get: { parameters: { name: string; schema: object }[] } }>;
    };
    const command = paths['/api/v1/{orgId}/deep-kits-6/{kitId}']?.get;
    expect(command?.parameters.find(({ name }) => name === 'kitId')?.schema).toMatchObject({
      type: 'integer',
    });
  });

  it('lets a client without a token ask who it is, and one with a token send it', async () => {
    const { paths } = (await openApiDocument()) as { paths: Record<string, { get: { security: object[] } }> };
    expect(paths['/api/v1/users/me']?.get.security).toEqual(
      expect.arrayContaining([{ token: [] }, { session: [] }, {}]),
    );
  });

  it.each(Object.entries(bodyExamples))('has an example for %s that it accepts', (id, example) => {
    const operation = operations.find((each) => each.id === id);
    expect(operation?.body?.safeParse(example).error).toBeUndefined();
    expect(operation?.body).toBeDefined();
  });

  it.each(Object.entries(answerExamples))('has an example of what %s answers', (id, example) => {
    const answer = operations.find((each) => each.id === id)?.answer;
    const decoded = answer?.kind === 'json' ? z.safeDecode(answer.schema, example) : null;
    expect(decoded?.error).toBeUndefined();
    expect(decoded?.success).toBe(true);
  });

  it('says of times that they are times, without a pattern that examples are made up from', async () => {
    expect(JSON.stringify(await openApiDocument())).not.toMatch(/"format":"date-time","pattern"/);
  });
});
