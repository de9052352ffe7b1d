/** Why Microsoft Graph could not be read. `expired` means that a sync has to read everything again. */
export type GraphFault =
  | 'signIn'
  | 'absent'
  | 'refused'
  | 'expired'
  | 'throttled'
  | 'unreachable'
  | 'silent'
  | 'unexpected';

/** A failure of Microsoft Graph. Its message is public: it says what to do next, and holds no secret. */
export class GraphError extends Error {
  override readonly name = 'GraphError';

  constructor(
    readonly fault: GraphFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
