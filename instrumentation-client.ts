import { tellNavigation } from '@/components/ui/navigation-progress';

/** Called by Next.js as each navigation begins. */
export function onRouterTransitionStart(): void {
  tellNavigation();
}
