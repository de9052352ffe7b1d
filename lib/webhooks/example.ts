import { exactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { shellQuoted } from '@/lib/base/text/shell-quoted';
import { type PathStep, parseObjectPath } from '@/lib/outputs/object-path';

/** More items than this aren't written out before the one that a path leads to. */
const MOST_ITEMS = 20;

type Made = { [key: string]: JsonValue } | JsonValue[];

/** A body with something at each of some paths; text that isn't a path is left out. */
export function exampleBody(values: readonly { path: string; example: JsonValue }[]): JsonValue {
  let body: JsonValue = {};
  for (const { path, example } of values) {
    const steps = parseObjectPath(path);
    if (steps !== null && !steps.some((step) => typeof step === 'number' && step >= MOST_ITEMS)) {
      body = withValue(body, steps, example);
    }
  }
  return body;
}

function withValue(
  at: JsonValue | undefined,
  [step, ...rest]: readonly PathStep[],
  example: JsonValue,
): JsonValue {
  if (step === undefined) return example;
  const made = containerFor(step, at);
  if (Array.isArray(made)) {
    const index = Number(step);
    while (made.length <= index) made.push(null);
    made[index] = withValue(made[index], rest, example);
    return made;
  }
  const key = String(step);
  const inner = Object.hasOwn(made, key) ? made[key] : undefined;
  // A key such as `__proto__` stays a key.
  Object.defineProperty(made, key, {
    value: withValue(inner, rest, example),
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return made;
}

function containerFor(step: PathStep, at: JsonValue | undefined): Made {
  const isList = Array.isArray(at);
  const isObject = typeof at === 'object' && at !== null && !isList;
  if (typeof step === 'number') return isList ? [...at] : [];
  return isObject ? { ...at } : {};
}

/** Shell commands that send a signed delivery. The secret is in a variable, so that it isn't in the history of the shell. */
export function curlExample(url: string, body: JsonValue): string {
  return `body=${shellQuoted(exactJson(body))}
time=$(date +%s)
mac=$(printf '%s.%s' "$time" "$body" | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r | cut -d' ' -f1)
curl -X POST ${shellQuoted(url)} \\
  -H 'Content-Type: application/json' \\
  -H "Pushboard-Signature: t=$time,v1=$mac" \\
  --data-binary "$body"`;
}
