import { operations } from '@/lib/contract/operations';

interface Route {
  pattern: RegExp;
  parameterCount: number;
  methods: Set<string>;
}

let routes: readonly Route[] | null = null;

/** The methods of a path of the API, as `Allow` lists them; null for a path that the API doesn't have. */
export function allowedMethods(url: string): string | null {
  routes ??= routesOf();
  const path =
    url
      .split(/[?#]/, 1)[0]
      ?.replace(/^\/api\/v1/, '')
      .replace(/(?<=.)\/$/, '') ?? '';
  // Where several fit, the framework prefers the one with fewer variable parts.
  const [route] = routes
    .filter(({ pattern }) => pattern.test(path))
    .sort((a, b) => a.parameterCount - b.parameterCount);
  if (route === undefined) return null;
  const { methods } = route;
  return [...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ');
}

function routesOf(): Route[] {
  const byPath = new Map<string, Route>();
  for (const { path, method } of operations) {
    const shape = path.replace(/\{\w+\}/g, '{}');
    const known = byPath.get(shape);
    if (known !== undefined) known.methods.add(method);
    else byPath.set(shape, routeOf(path, method));
  }
  return [...byPath.values()];
}

const routeOf = (path: string, method: string): Route => ({
  pattern: new RegExp(`^${path.replace(/[.+*?^$()[\]\\|]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`),
  parameterCount: path.split('{').length - 1,
  methods: new Set([method]),
});
