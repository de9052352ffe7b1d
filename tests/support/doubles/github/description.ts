import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv';

/** Any part of an OpenAPI document, as far as it matters here. */
interface Referred {
  $ref?: string;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: object;
}

interface Content {
  schema?: object;
  examples?: Record<string, Referred & { value?: object }>;
}

interface Responses {
  [status: string]: Referred & { content?: Record<string, Content> };
}

interface Described {
  operationId: string;
  parameters?: (Referred & Partial<Parameter>)[];
  requestBody?: { required?: boolean; content: Record<string, Content> };
  responses: Responses;
}

interface Description {
  paths: Record<string, Record<string, Described>>;
  components: Record<string, Record<string, unknown>>;
}

const file = join('tests', 'samples', 'github', 'description.json');
const description: Description = JSON.parse(readFileSync(file, 'utf8'));
const ajv = new Ajv({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'github', components: description.components });

/**
 * Points the references of a schema into the whole description. Its alternatives overlap: an error without details is one of
 * every kind, so that it is enough to match any.
 */
const placed = (schema: unknown): object =>
  JSON.parse(
    JSON.stringify(schema)
      .replaceAll('"#/components/', '"github#/components/')
      .replaceAll('"oneOf":', '"anyOf":'),
  );

function resolved<T>(part: T & Referred): T {
  if (part.$ref === undefined) return part;
  const [, , kind = '', name = ''] = part.$ref.split('/');
  return description.components[kind]?.[name] as T;
}

/** An operation of GitHub's own description, with what a request has for it. */
export interface Matched {
  operationId: string;
  params: Record<string, string>;
}

/** One operation: its pattern, and what may be sent and answered. */
class Operation {
  private readonly parameters: Parameter[];
  private readonly body: ValidateFunction | null;
  private readonly answers = new Map<string, ValidateFunction>();

  constructor(
    readonly method: string,
    readonly pattern: RegExp,
    readonly described: Described,
  ) {
    this.parameters = (described.parameters ?? []).map((each) => resolved(each) as Parameter);
    const schema = described.requestBody?.content['application/json']?.schema;
    this.body = schema === undefined ? null : ajv.compile(placed(schema));
  }

  /** What a request does that the description doesn't know or allow. */
  problemsOf(query: URLSearchParams, body: unknown): string[] {
    const known = this.parameters.filter((each) => each.in === 'query');
    const problems = [...query.keys()]
      .filter((name) => !known.some((each) => each.name === name))
      .map((name) => `The operation has no query parameter ${name}`);
    for (const { name, required = false } of known) {
      if (required && !query.has(name)) problems.push(`The query parameter ${name} is missing`);
    }
    if (this.body !== null && body === undefined && this.described.requestBody?.required === true)
      problems.push('The request has no body');
    if (this.body !== null && body !== undefined && !this.body(body))
      problems.push(ajv.errorsText(this.body.errors));
    if (this.body === null && body !== undefined) problems.push('The operation takes no body');
    return problems;
  }

  /** Throws if GitHub would never answer like that. */
  checkAnswer(status: number, body: unknown): void {
    const response = this.described.responses[String(status)];
    if (response === undefined || body === undefined) return;
    const schema = resolved<{ content?: Record<string, Content> }>(response).content?.['application/json']
      ?.schema;
    if (schema === undefined) return;
    let validate = this.answers.get(String(status));
    if (validate === undefined) {
      validate = ajv.compile(placed(schema));
      this.answers.set(String(status), validate);
    }
    if (!validate(body)) throw new Error(`${this.described.operationId}: ${ajv.errorsText(validate.errors)}`);
  }

  /** GitHub's own example of an answer, which a double fills in further. */
  example(status: number): Record<string, unknown> {
    const response = this.described.responses[String(status)] ?? {};
    const { content } = resolved<{ content?: Record<string, Content> }>(response);
    const [first] = Object.values(content?.['application/json']?.examples ?? {});
    return first === undefined
      ? {}
      : structuredClone(resolved<{ value?: object }>(first).value as Record<string, unknown>);
  }
}

const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => {
    // Contents and references have slashes of their own.
    const wide = /\{(path|ref|branch)\}$/;
    const pattern = path.replace(wide, '(?<$1>.+)').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    return new Operation(method.toUpperCase(), new RegExp(`^${pattern}$`), described);
  }),
);

/** The operation that a request calls; null if GitHub doesn't have it. */
export function operationOf(
  method: string,
  path: string,
): { operation: Operation; params: Record<string, string> } | null {
  for (const operation of operations) {
    const found = operation.method === method ? operation.pattern.exec(path) : null;
    if (found !== null) {
      const params = Object.entries(found.groups ?? {}).map(([name, value]) => [
        name,
        decodeURIComponent(value),
      ]);
      return { operation, params: Object.fromEntries(params) };
    }
  }
  return null;
}

/** GitHub's example of a part that answers contain, such as `job`. */
export function exampleOf(name: string): Record<string, unknown> {
  const example = description.components.examples?.[name] as { value?: Record<string, unknown> } | undefined;
  if (example?.value === undefined) throw new Error(`GitHub's description has no example ${name}`);
  return structuredClone(example.value);
}
