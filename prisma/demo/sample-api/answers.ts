import type { z } from 'zod';

/** An error response (RFC 9457) to throw. */
export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    readonly status: number,
    readonly title: string,
    readonly detail: string,
    readonly more: Readonly<Record<string, unknown>> = {},
  ) {
    super(detail);
  }

  toResponse(): Response {
    const { status, title, detail, more } = this;
    return Response.json(
      { title, status, detail, ...more },
      { status, headers: { 'content-type': 'application/problem+json' } },
    );
  }
}

/** Validates a request. Throws 422 with each invalid field. */
export function checked<T>(schema: z.ZodType<T>, given: unknown): T {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const errors = read.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  const [first] = errors;
  throw new Problem(422, 'Not valid', `${first?.field || 'The request'}: ${first?.message}`, { errors });
}

export function text(content: string, type: string): Response {
  return new Response(content, { headers: { 'content-type': `${type}; charset=utf-8` } });
}
