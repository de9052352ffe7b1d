import type { JsonValue } from '@/lib/base/json';
import { type PathStep, parseObjectPath } from '@/lib/outputs/object-path';
import { jsonPart } from '@/server/results/values/json-part';

/** Names the note that nothing was under the path. */
export const PATH_NOTE = 'Output object path';

/** The part of a JSON result that a command keeps: what is under its output object path. */
export class OutputPart {
  private constructor(
    /** As engineers entered it. */
    readonly path: string,
    private readonly steps: readonly PathStep[],
  ) {}

  /** Null if the path is empty or can't be read, and everything is kept. */
  static at(path: string): OutputPart | null {
    const steps = parseObjectPath(path);
    return steps === null || steps.length === 0 ? null : new OutputPart(path, steps);
  }

  /** Undefined if nothing is there. */
  ofValue(value: JsonValue): JsonValue | undefined {
    return this.steps.reduce<JsonValue | undefined>((outer, step) => {
      if (outer === null || typeof outer !== 'object') return undefined;
      if (Array.isArray(outer)) return typeof step === 'number' ? outer[step] : undefined;
      return typeof step === 'string' && Object.hasOwn(outer, step) ? outer[step] : undefined;
    }, value);
  }

  /** The bytes of the part; null if nothing is there. */
  ofDocument(chunks: readonly Buffer[]): Promise<Buffer[] | null> {
    return jsonPart(chunks, this.steps);
  }
}
