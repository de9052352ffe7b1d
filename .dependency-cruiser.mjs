// Who may import whom: the rules of ARCHITECTURE.md, and no cycles.

/**
 * The floor plan: the rooms of each house, from the top floor down. A room imports only rooms of the floors below its own,
 * types included. Each folder of a house stands on one floor.
 */
export const houses = [
  {
    top: 'server',
    floors: [
      ['sandbox'],
      ['automation', 'programs'],
      ['runs', 'sources', 'audit', 'insight', 'delivery', 'web'],
      ['results', 'commands', 'sharing', 'http'],
      ['people'],
      ['dependents', 'safeguards'],
      ['messages'],
      ['operations'],
      ['access', 'connections'],
      ['connectors'],
      ['stores'],
      ['base'],
    ],
  },
  {
    top: 'components',
    floors: [
      [
        [
          'account',
          'analytics',
          'approvals',
          'attention',
          'audit',
          'builder',
          'configure',
          'confirmations',
          'connect',
          'connected-apps',
          'credentials',
          'diagnostics',
        ],
        [
          'directory',
          'drilldown',
          'errors',
          'frame',
          'history',
          'home',
          'import',
          'library',
          'members',
          'no-access',
          'orgs',
        ],
        ['outbox', 'public', 'request', 'schedules', 'share', 'sign-in', 'sync', 'webhooks'],
      ].flat(),
      ['bulk-run'],
      ['result-view'],
      ['command', 'input-form', 'run-stream'],
      ['ui'],
    ],
  },
  {
    top: 'lib',
    floors: [
      ['changes'],
      ['client', 'figures', 'results', 'runs'],
      ['contract', 'values'],
      ['bulk', 'schedules', 'type-systems'],
      ['commands', 'inputs'],
      ['settings', 'webhooks'],
      ['orgs', 'outputs', 'sources', 'wire'],
      ['access', 'base', 'sign-in'],
    ],
  },
  // A description of an API goes one way.
  { top: 'server/sources/imports', floors: [['upload'], ['store'], ['operations'], ['parse']] },
];

/** One rule per floor: its rooms import neither each other nor a room above them. */
const floorRules = houses.flatMap(({ top, floors }) =>
  floors.map((rooms, index) => ({
    name: `imports-downward-in-${top}`,
    comment: `A room of ${top} imports only rooms on the floors below its own.`,
    severity: 'error',
    from: { path: `^${top}/(${rooms.join('|')})/`, pathNot: '\\.test\\.tsx?$' },
    to: {
      path: `^${top}/(${floors
        .slice(0, index + 1)
        .flat()
        .join('|')})/`,
      pathNot: `^${top}/$1/`,
    },
  })),
);

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...floorRules,
    {
      name: 'no-cycles',
      comment: 'A cycle has no first file to read, whether of values or of types.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-missing',
      comment: 'Every import leads somewhere.',
      severity: 'error',
      from: {},
      // What a build makes is imported once it is there.
      to: { couldNotResolve: true, pathNot: '\\.build/' },
    },
    {
      name: 'nobody-imports-app-or-jobs',
      severity: 'error',
      from: { pathNot: '^(app|jobs|tests)/' },
      to: { path: '^(app|jobs)/' },
    },
    {
      name: 'app-and-jobs-keep-apart',
      severity: 'error',
      from: { path: '^(app|jobs)/' },
      to: { path: '^(app|jobs)/', pathNot: '^$1/' },
    },
    {
      name: 'lib-is-pure',
      comment: 'lib is read by browser and server: no server, no Node.js, no Next.js, no Prisma.',
      severity: 'error',
      from: { path: '^lib/', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^(app|components|generated|jobs|prisma|scripts|server|tests)/|^node_modules/(next|@prisma|pg)/',
      },
    },
    {
      name: 'lib-without-node',
      severity: 'error',
      from: { path: '^lib/', pathNot: '\\.test\\.tsx?$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'components-know-lib-only',
      severity: 'error',
      from: { path: '^components/' },
      to: { path: '^(app|generated|jobs|prisma|scripts|server|tests)/' },
    },
    {
      name: 'the-command-line-knows-lib-only',
      comment: 'It runs on the machines of people, and calls the API as everybody does.',
      severity: 'error',
      from: { path: '^cli/' },
      to: { path: '^(app|components|generated|jobs|prisma|scripts|server|tests)/' },
    },
    {
      name: 'server-knows-lib-only',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(components|prisma|scripts|tests)/' },
    },
    {
      name: 'only-server-touches-the-database-client',
      comment:
        'The demo data is written through it too, and new migrations read the catalog with its adapter.',
      severity: 'error',
      from: { pathNot: '^(server|generated|prisma|tests)/|^scripts/schema/catalog-adapter\\.ts$' },
      to: { path: '^generated/|^node_modules/@prisma/(client|adapter-pg)/' },
    },
    {
      name: 'connectors-know-what-they-are-handed',
      comment:
        'A connector knows its folder, _shared, the interface, the clients of stores, deadlines, and lib; never a service or the database.',
      severity: 'error',
      from: { path: '^server/connectors/', pathNot: '^server/connectors/registry\\.ts$' },
      to: {
        path: '^(server|generated)/',
        pathNot:
          '^server/(connectors/|stores/|base/(store-settings|waiting/(deadline|processor-limit|within-time))\\.ts$)',
      },
    },
    {
      name: 'connectors-keep-apart',
      severity: 'error',
      from: { path: '^server/connectors/([^_/][^/]*)/' },
      to: { path: '^server/connectors/[^_/][^/]*/', pathNot: '^server/connectors/$1/' },
    },
    {
      name: 'only-for-development',
      comment: 'What a run needs stands among the dependencies.',
      severity: 'error',
      from: {
        path: '^(app|cli|components|jobs|lib|prisma|server)/|^scripts/(serve|prepare)\\.ts$',
        pathNot: '\\.test\\.tsx?$',
      },
      to: { dependencyTypes: ['npm-dev'] },
    },
    {
      name: 'only-declared-packages',
      comment: 'A package that another one brings along may be gone with its next version.',
      severity: 'error',
      from: { path: '^(app|cli|components|jobs|lib|prisma|scripts|server|tests)/' },
      to: { dependencyTypes: ['npm-no-pkg'] },
    },
  ],
  options: {
    doNotFollow: { path: '^(node_modules|generated)/' },
    exclude: { path: '^(\\.next|\\.build)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: 'specify',
    parser: 'swc',
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
