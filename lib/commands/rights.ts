import type { AccessLevel, AccessRole } from '@/lib/access/vocabulary';

/** A command as its reader has it. */
interface Had {
  role: AccessRole | null;
  accessLevel: AccessLevel | null;
  isCopycat: boolean;
}

/** Whether the reader configures the command. A copycat follows its original, and nobody configures it. */
export const mayConfigure = ({ role, isCopycat }: Pick<Had, 'role' | 'isCopycat'>): boolean =>
  role === 'admin' && !isCopycat;

/** Whether the reader names, moves and shares the command: an engineer, or the owner of a copycat. */
export const mayPlace = ({ role, accessLevel, isCopycat }: Had): boolean =>
  isCopycat ? accessLevel === 'creator' || accessLevel === 'org' : role === 'admin';
