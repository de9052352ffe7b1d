import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationIds } from './operations';

// Cuts the operations that the double speaks out of GitHub's own description, which is the file
// generated/api.github.com.json of the npm package @octokit/openapi:
//
//   npm pack @octokit/openapi && tar -xzf octokit-openapi-*.tgz
//   npx tsx tests/support/doubles/github/extract.ts package/generated/api.github.com.json

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Part = { [key: string]: Json };

const isPart = (value: Json | undefined): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const [, , file = ''] = process.argv;
const whole: Part = JSON.parse(readFileSync(file, 'utf8'));

/** Prose is most of the description, and says nothing that a program checks. */
const prose = new Set(['description', 'summary', 'externalDocs', 'x-github', 'title', 'tags']);

function cut(value: Json, isNamed = false): Json {
  if (Array.isArray(value)) return value.map((each) => cut(each));
  if (!isPart(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isNamed || !prose.has(key))
      // Of an example, everything is data.
      .map(([key, part]) => [key, key === 'value' ? part : cut(part, key === 'properties')]),
  );
}

function at(path: string): Json {
  let found: Json | undefined = whole;
  for (const key of path.slice(2).split('/')) found = isPart(found) ? found[key] : undefined;
  if (found === undefined) throw new Error(`The description has no ${path}`);
  return found;
}

const components: Record<string, Record<string, Json>> = {};

function keepReferred(value: Json): void {
  if (Array.isArray(value)) for (const each of value) keepReferred(each);
  if (!isPart(value)) return;
  if (typeof value.$ref === 'string') keep(value.$ref);
  for (const each of Object.values(value)) keepReferred(each);
}

function keep(path: string): void {
  const [, , kind = '', name = ''] = path.split('/');
  components[kind] ??= {};
  const kept = components[kind];
  if (Object.hasOwn(kept, name)) return;
  const part = cut(at(path));
  kept[name] = part;
  keepReferred(part);
}

const paths: Record<string, Record<string, Json>> = {};
const missing = new Set<string>(operationIds);
for (const [path, methods] of Object.entries(isPart(whole.paths) ? whole.paths : {})) {
  for (const [method, operation] of Object.entries(isPart(methods) ? methods : {})) {
    if (!isPart(operation) || !missing.delete(String(operation.operationId))) continue;
    const kept = cut(operation);
    paths[path] = { ...paths[path], [method]: kept };
    keepReferred(kept);
  }
}
if (missing.size > 0) throw new Error(`The description has no ${[...missing].join(', ')}`);
const { info, openapi = null } = whole;
const version = isPart(info) ? (info.version ?? null) : null;
const description = { openapi, info: { title: 'GitHub', version }, paths, components };
writeFileSync(join('tests', 'samples', 'github', 'description.json'), `${JSON.stringify(description)}\n`);
