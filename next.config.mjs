/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
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
  ],
  experimental: {
    // A build from scratch is as fast as one with this cache, and takes a third less memory without it.
    turbopackFileSystemCacheForBuild: false,
    // Few large scripts compress better than many small ones, and each has headers of its own: the builder loads 12
    // kB less in 12 files than in 23. Whatever a page has of a large one already is not fetched again with it.
    turbopackChunking: {
      minChunkSize: 300_000,
      maxMergeChunkSize: 500_000,
      generateComponentChunks: true,
    },
    optimizePackageImports: ['@mantine/core', '@mantine/dates', '@mantine/hooks', '@tabler/icons-react'],
  },
};

export default config;
