import type { Node } from 'web-tree-sitter';
import { EventReads, type EventUse } from './event-keys';

/** Hands the event on to an argument of another function, from 0. */
export type PassOn = (callee: string, position: number) => void;

/** How a language's functions are read. */
interface Reading<Parameter> {
  /** The module's functions by name. */
  functions: ReadonlyMap<string, Node>;
  parametersOf(definition: Node): Parameter[];
  /** Reads what a function does with the parameter that holds the event. */
  readBody(body: Node, parameter: Parameter, reads: EventReads, passOn: PassOn): void;
}

/**
 * Reads a handler, and the functions of its module that get the event from it. Null if the module lacks the handler.
 */
export function followEvent<Parameter>(handler: string, reading: Reading<Parameter>): EventUse | null {
  const first = reading.functions.get(handler);
  if (first === undefined) return null;
  const reads = new EventReads();
  const seen = new Set<string>();
  const follow = (called: Node, position: number): void => {
    const parameter = reading.parametersOf(called)[position];
    const body = called.childForFieldName('body');
    const place = `${called.id} ${position}`;
    if (parameter === undefined || body === null || seen.has(place)) return;
    seen.add(place);
    reading.readBody(body, parameter, reads, (callee, at) => {
      const next = reading.functions.get(callee);
      if (next === undefined) reads.isPassedOn = true;
      else follow(next, at);
    });
  };
  follow(first, 0);
  return reads.use;
}
