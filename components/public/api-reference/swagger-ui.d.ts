/** The package has no types of its own. What is used of it, as its documentation of the configuration says. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
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
  }
  export default function SwaggerUI(configuration: Configuration): unknown;
}
