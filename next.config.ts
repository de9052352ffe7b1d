import type { NextConfig } from 'next';

const config: NextConfig = {
  poweredByHeader: false,
  // A page that is left while its answer is on the way is normal; types are checked by `npm test`.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: [
    'pg',
    'pg-cursor',
    'pino',
    '@prisma/client',
    '@prisma/adapter-pg',
    'graphile-worker',
  ],
  experimental: {
    optimizePackageImports: ['@mantine/core', '@mantine/dates', '@mantine/hooks', '@tabler/icons-react'],
  },
  async headers() {
    return [
      {
        source: '/:path*',
        headers: [
          { key: 'X-Content-Type-Options', value: 'nosniff' },
          { key: 'Referrer-Policy', value: 'same-origin' },
          { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=()' },
          { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
        ],
      },
    ];
  },
};

export default config;
