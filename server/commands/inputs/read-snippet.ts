import type { readRSnippet as readRSnippetOperation } from '@/lib/contract/command/snippets';
import { rTypeSystem } from '@/lib/type-systems/scripts/r';
import { invalidAt } from '@/server/base/errors';
import { readerPlaces } from '@/server/connections/reader-places';
import { allConnectors } from '@/server/connectors/registry';
import type { Context } from '@/server/operations/context';

/** Reads what a piece of R code asks for. Throws `invalid` with the line if it isn't R. */
export async function readRSnippet({ actor, subject, body, signal }: Context<typeof readRSnippetOperation>) {
  const readSnippet = allConnectors().find((connector) => connector.readSnippet)?.readSnippet;
  if (readSnippet === undefined) throw new Error('No kind of source reads code');
  const { inputs, notes, errorLine } = await readSnippet(rTypeSystem.name, body.snippet, {
    takePlace: () => readerPlaces().take({ orgId: subject.orgId, userId: actor.userId }, signal),
  });
  if (errorLine !== null) {
    const message = `Line ${errorLine} isn't valid R. Correct it, then parse the snippet again.`;
    throw invalidAt('snippet', message);
  }
  return {
    inputs: inputs.map(({ input, passing, line, what }) => ({
      key: input.key,
      typeId: input.type.typeId,
      isRequired: input.defaultAmbiguousInput === 'required',
      defaultValue: input.defaultValue,
      description: input.description,
      line,
      what,
      passing,
    })),
    messages: notes,
  };
}
