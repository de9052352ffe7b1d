import type { ReactNode } from 'react';
import { VisitorFrame } from '@/components/frame/visitor-frame';
import { isDemoMode } from '@/server/base/demo-mode';
import { env } from '@/server/base/env';

interface VisitorsProps {
  signInPath: string | null;
  children: ReactNode;
}

/** The frame for visitors from outside, with the links that the operator has configured. */
export function Visitors({ signInPath, children }: VisitorsProps) {
  const { appEnv, docsUrl, callUrl } = env();
  return (
    <VisitorFrame
      isDemo={isDemoMode()}
      signInPath={signInPath}
      docsUrl={docsUrl ?? null}
      callUrl={appEnv === 'private_ad' ? null : (callUrl ?? null)}
    >
      {children}
    </VisitorFrame>
  );
}
