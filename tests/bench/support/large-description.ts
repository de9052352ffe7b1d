const OPERATIONS = 1_250;
const DESCRIPTION_BYTES = 13_000_000;

/** About as large, and with as many references, as the largest public ones. */
export function largeDescription(): string {
  const prose =
    'This describes what the field means, and when to use it, at the length that such descriptions have. ';
  const schemas = Object.fromEntries(
    Array.from({ length: 400 }, (_, at) => [
      `Thing${at}`,
      {
        type: 'object',
        required: ['id', 'name'],
        properties: {
          id: { type: 'integer', format: 'int64', readOnly: true },
          name: { type: 'string', maxLength: 100, description: prose },
          state: { type: 'string', enum: ['open', 'closed', 'lost'] },
          since: { type: 'string', format: 'date-time' },
          tags: { type: 'array', items: { type: 'string' } },
          parent: { $ref: `#/components/schemas/Thing${(at * 7 + 1) % 400}` },
          others: { type: 'array', items: { $ref: `#/components/schemas/Thing${(at * 3 + 5) % 400}` } },
        },
      },
    ]),
  );
  const bytesOfAnswer = Math.floor(DESCRIPTION_BYTES / OPERATIONS) - 1_900;
  const example = { text: prose.repeat(Math.ceil(bytesOfAnswer / prose.length)) };
  const paths = Object.fromEntries(
    Array.from({ length: OPERATIONS }, (_, at) => [
      `/things${at}/{id}`,
      {
        put: {
          operationId: `put_thing_${at}`,
          summary: `Put thing ${at}`,
          description: prose.repeat(5),
          parameters: [
            { name: 'id', in: 'path', required: true, description: prose, schema: { type: 'integer' } },
            { name: 'page', in: 'query', description: prose, schema: { type: 'integer', default: 1 } },
            {
              name: 'sort',
              in: 'query',
              description: prose,
              schema: { type: 'string', enum: ['asc', 'desc'] },
            },
          ],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: `#/components/schemas/Thing${at % 400}` } } },
          },
          responses: { 200: { description: 'ok', content: { 'application/json': { schema: {}, example } } } },
        },
      },
    ]),
  );
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Large', version: '1' },
    servers: [{ url: 'https://large.example' }],
    paths,
    components: { schemas },
  });
}
