import { PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_BUILD } from 'next/constants.js';
import { buildId } from './scripts/building/build-id.mjs';
import { codeDefinition, commitDefinitions } from './scripts/building/commit.mjs';

/** @type {(phase: string) => import('next').NextConfig} */
const config = (phase) => ({
  poweredByHeader: false,
  generateBuildId: () => buildId(),
  compiler: {
    define: { ...commitDefinitions(), ...(phase === PHASE_PRODUCTION_BUILD ? codeDefinition() : {}) },
  },
  // No page uses it, and it decodes images for anyone who asks.
  images: { unoptimized: true },
  // A page that is left while its answer is on the way is normal; types are checked by `npm test`.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: [
    'pg',
    'pg-cursor',
    'pino',
    '@prisma/client',
    '@prisma/adapter-pg',
    'graphile-worker',
    'tedious',
    // Loaded where results are kept in such a store.
    '@azure/storage-blob',
    '@aws-sdk/client-s3',
    '@aws-sdk/lib-storage',
    // Loaded where an account of AWS is connected. The parser finds its own files next to it.
    '@aws-sdk/client-lambda',
    '@aws-sdk/client-sfn',
    '@aws-sdk/client-sts',
    'web-tree-sitter',
    // Loaded where traces are sent.
    '@opentelemetry/api',
    '@opentelemetry/context-async-hooks',
    '@opentelemetry/core',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace-node',
  ],
  turbopack: {
    // A fifth of the code that checks what arrives describes it as JSON Schema, which only the server does.
    rules: Object.fromEntries(
      ['json-schema-processors', 'to-json-schema'].map((name) => [
        `**/zod/v4/core/${name}.js`,
        { condition: 'browser', loaders: ['./scripts/building/leave-out-functions.cjs'] },
      ]),
    ),
  },
  experimental: {
    // Loading every page before the first request takes a second and 100 MB at each start. Without it, the first page takes
    // a tenth of a second longer, and the others no longer than before.
    preloadEntriesOnStart: false,
    // A build from scratch is as fast as one with this cache, and takes a third less memory without it.
    turbopackFileSystemCacheForBuild: false,
    // Outside development, nothing reads them: web doesn't run with --enable-source-maps, and browsers get none. They were
    // twice as large as the code of the server, and took an eighth of the build.
    turbopackSourceMaps: phase === PHASE_DEVELOPMENT_SERVER,
    turbopackInputSourceMaps: phase === PHASE_DEVELOPMENT_SERVER,
    // Where it is on, code that is fetched on demand has a list of scripts for each way to it, and the list that
    // arrives first counts for all of them. A page whose other scripts were still on their way then failed: "module
    // factory is not available". Off, there is one list, which is always whole.
    turbopackClientSideNestedAsyncChunking: false,
    // Few large scripts compress better than many small ones, and each has headers of its own. Merging only small ones
    // builds a fifth faster than merging large ones too, and loads as little.
    turbopackChunking: { minChunkSize: 300_000, maxMergeChunkSize: 120_000 },
    optimizePackageImports: ['@mantine/core', '@mantine/dates', '@mantine/hooks', '@tabler/icons-react'],
  },
});

export default config;
