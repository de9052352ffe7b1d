/** The package has no types of its own. What is used of it, as its documentation of the configuration says. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  import type { JsonValue } from '@/lib/base/json';

  interface Configuration {
    domNode: HTMLElement;
    /** The description itself. */
    spec: unknown;
    /** Only what is set by us counts, not the page's address. */
    queryConfigEnabled?: boolean;
    /** The address leads to an operation, and follows the reader. */
    deepLinking?: boolean;
    docExpansion?: 'list' | 'full' | 'none';
    /** Whether operations can be looked for by their tag. */
    filter?: boolean;
    /** -1 leaves the list of schemas out. */
    defaultModelsExpandDepth?: number;
    defaultModelExpandDepth?: number;
    displayRequestDuration?: boolean;
    persistAuthorization?: boolean;
    /** Null asks no service on the internet whether the description is valid. */
    validatorUrl?: string | null;
    onComplete?: () => void;
    plugins?: readonly Plugin[];
  }
  /** Whether a part of the page is open, by its path: `['operations-tag', 'Runs']`. */
  type IsShown = (path: readonly string[], byDefault: unknown) => unknown;
  type IsShownOf = (state: unknown, ...asked: Parameters<IsShown>) => unknown;
  interface System {
    /** The text that operations are looked for by; `true` or empty without one. */
    layoutSelectors: { currentFilter(): string | boolean | null };
  }
  /** Immutable collections of a library that the viewer brings along. */
  export interface Listed {
    get(key: 'path' | 'method'): string;
    getIn(keys: readonly ['operation', 'summary' | 'operationId']): string | undefined;
  }
  interface Tagged {
    get(key: 'operations'): { filter(keeps: (operation: Listed) => boolean): { size: number } };
    set(key: 'operations', operations: unknown): Tagged;
  }
  interface TaggedOperations {
    map(change: (tagged: Tagged, tag: string) => Tagged): TaggedOperations;
    filter(keeps: (tagged: Tagged) => boolean): TaggedOperations;
  }
  export type Plugin = () => {
    /** Shown in place of the viewer's own. */
    components?: Partial<Record<'ServersContainer' | 'License', () => null>>;
    fn?: {
      /** What is left of the operations by tag for a text that is looked for. */
      opsFilter?(byTag: TaggedOperations, phrase: string): TaggedOperations;
      /** Answers with a part of the description in which nothing refers to another part. */
      resolveSubtree?(
        description: JsonValue,
        path: readonly string[],
      ): Promise<{ spec: JsonValue | undefined; errors: readonly unknown[] }>;
    };
    statePlugins?: {
      layout: { wrapSelectors: { isShown: (original: IsShown, system: System) => IsShownOf } };
    };
  };
  export default function SwaggerUI(configuration: Configuration): unknown;
}
