import { z } from 'zod';
import { openapiInputType } from '@/lib/type-systems/openapi/openapi-types';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import type { TemplateDescription } from '@/server/connectors/things';
import type { ExecutingConnector } from '@/server/connectors/types';

const connectionSchema = z.strictObject({
  greeter: z.string().min(1, 'Must name the greeter').meta({ title: 'Name' }),
  words: z.string().default('').meta({ title: 'Words, with commas between' }),
  password: z.string().default('').meta({ title: 'Password' }),
});
type GreeterConnection = z.output<typeof connectionSchema>;

const wordsOf = ({ words }: GreeterConnection): string[] =>
  words.split(',').flatMap((word) => word.trim() || []);

function describeWord(word: string): TemplateDescription {
  return {
    cloudId: `greeter::${word}`,
    cloudName: word,
    friendlyName: word,
    description: null,
    inputs: [
      {
        key: 'whom',
        type: openapiInputType('string'),
        defaultValue: null,
        defaultExpression: null,
        defaultAmbiguousInput: 'required',
        description: null,
      },
    ],
    likeness: [],
    warningTag: null,
    executable: { word },
  };
}

/** A kind of source that the product does not have: it greets people in the words that its connection lists. */
export const greeterConnector: ExecutingConnector<GreeterConnection> = {
  kind: 'greeter',
  label: 'Greeter',
  thing: { one: 'greeting', many: 'greetings' },
  addingWays: [{ by: 'connection', label: 'Greeting' }],
  typeSystem: 'openapi',
  capabilities: ['discovery'],
  inputEdits: { greeter: { type: false, key: false, addAndDelete: false, sync: true } },
  credType: 'db',
  isMeantBy: ({ databaseSystem }) => databaseSystem === 'greeter',
  connection: connectionSchema,
  secretKeys: ['password'],
  addressKeys: ['greeter'],
  async check({ greeter }) {
    if (greeter === 'mute') throw new ConnectorError('unreachable', 'A mute greeter greets nobody.');
    return { serverVersion: `Greeter ${greeter}` };
  },
  discover: async (connection) =>
    wordsOf(connection).map((word) => {
      const { cloudId, cloudName, friendlyName, likeness, warningTag } = describeWord(word);
      const nothingElse = { unavailableReason: null, extension: null, traits: [] };
      return { cloudId, cloudName, friendlyName, likeness, warningTag, ...nothingElse };
    }),
  async describe(connection, context, cloudId) {
    const found = (await this.describeAll(connection, context, [cloudId])).get(cloudId);
    if (found === undefined) throw new ConnectorError('not_found', 'This greeting is no longer used.');
    return found;
  },
  describeAll: async (connection, _, cloudIds) =>
    new Map(
      wordsOf(connection)
        .map(describeWord)
        .filter(({ cloudId }) => cloudIds.includes(cloudId))
        .map((described) => [described.cloudId, described]),
    ),
  async execute({ greeter }, _, { executable, values }, sink) {
    const { word } = z.object({ word: z.string() }).parse(executable);
    sink.table([{ name: 'greeting', type: 'text' }]);
    await sink.row([`${word}, ${values.whom}! I am ${greeter}.`]);
    return { errors: [] };
  },
  close: async () => {},
};
