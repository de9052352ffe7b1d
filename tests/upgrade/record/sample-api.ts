import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HttpDouble, startHttpDouble } from '../../support/doubles/http-double';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

interface Answer {
  status: number;
  type: string;
  body: string | Buffer;
}

/** The responses of the API of a recorded workspace, one of each kind. */
const answers: Readonly<Record<string, Answer>> = {
  'GET /v1/tickets': {
    status: 200,
    type: 'application/json',
    body: JSON.stringify([
      { number: 1001, subject: 'A torn tent', opened_at: '2026-06-29T09:00:00Z' },
      { number: 1002, subject: 'Größe 43 — "zu klein"', opened_at: '2026-06-30T09:00:00Z' },
    ]),
  },
  'GET /v1/ticket': {
    status: 200,
    type: 'application/json',
    body: '{"number": 1001, "comments": [{"by": "Ines"}], "amount": 12345678901234567890}',
  },
  'GET /v1/tickets.csv': {
    status: 200,
    type: 'text/csv; header=present',
    body: 'number,subject\r\n1001,"A torn, wet tent"\r\n1002,Boots\r\n',
  },
  'GET /v1/week': { status: 200, type: 'text/markdown', body: '# The week\n\n**3** tickets came in.\n' },
  'GET /v1/note': { status: 200, type: 'text/plain', body: 'One line\nand another\n' },
  'GET /v1/picture': { status: 200, type: 'image/png', body: Buffer.from(PIXEL, 'base64') },
  'DELETE /v1/ticket': { status: 204, type: 'text/plain', body: '' },
  'POST /v1/payback': {
    status: 422,
    type: 'application/problem+json',
    body: '{"title": "The provider declined", "detail": "The card expired."}',
  },
  'POST /v1/alert': { status: 204, type: 'text/plain', body: '' },
  'POST /v1/sign-in': { status: 200, type: 'application/json', body: '{"signed_in": true}' },
};

/** @param onRequest called for every request with its body, before the response */
export function startRecordedApi(
  onRequest: (request: IncomingMessage, body: string) => void = () => {},
): Promise<HttpDouble> {
  return startHttpDouble((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      onRequest(request, body);
      answerWith(response, answers[`${request.method} ${request.url?.split('?')[0]}`]);
    });
  });
}

function answerWith(response: ServerResponse, answer: Answer | undefined): void {
  if (answer === undefined) return void response.writeHead(404).end();
  response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
}

/** The description that the API's commands are made from. */
export function describeApi(origin: string): string {
  const answer = { responses: { 200: { description: 'It' } } };
  const credentials = {
    type: 'object',
    required: ['user', 'password'],
    properties: { user: { type: 'string' }, password: { type: 'string', format: 'password' } },
  };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Help desk', version: '1' },
    servers: [{ url: `${origin}/v1` }],
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths: {
      '/tickets': {
        get: {
          summary: 'Find tickets',
          parameters: [{ name: 'search', in: 'query', schema: { type: 'string' } }],
          ...answer,
        },
      },
      '/ticket': {
        get: { summary: 'Show a ticket', ...answer },
        delete: { summary: 'Delete a ticket', ...answer },
      },
      '/tickets.csv': { get: { summary: 'Tickets as CSV', ...answer } },
      '/week': { get: { summary: 'The week', ...answer } },
      '/note': { get: { summary: 'A note', ...answer } },
      '/picture': { get: { summary: 'A picture', ...answer } },
      '/payback': { post: { summary: 'Pay back', ...answer } },
      '/sign-in': {
        post: {
          summary: 'Sign in',
          requestBody: { content: { 'application/json': { schema: credentials } } },
          ...answer,
        },
      },
    },
  });
}
