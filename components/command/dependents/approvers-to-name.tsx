import Link from 'next/link';
import { panelAddress } from '@/components/ui/panels/panel-kinds';
import { paths } from '@/lib/base/paths';
import { approvalOfNext, type LastApprovals, MOST_NAMED } from '@/lib/changes/last-approvals';

interface ApproversToNameProps {
  orgSlug: string;
  /** The commands that lose their last other approver. */
  commands: LastApprovals;
  /** Called when a link leads to one of them. */
  onLeave: () => void;
}

/** Says how commands keep an approver, with a link to the Share panel of each. Renders nothing without commands. */
export function ApproversToName({ orgSlug, commands, onLeave }: ApproversToNameProps) {
  if (commands.length === 0) return null;
  return (
    <p>
      {commands.length === 1
        ? 'To have another approver, share this command with another engineer: '
        : 'To have other approvers, share these commands with another engineer: '}
      {commands.slice(0, MOST_NAMED).map(({ commandId, name }, index) => (
        <span key={commandId}>
          {index > 0 && ', '}
          <Link
            href={`${paths.builder(orgSlug, commandId)}&panel=${panelAddress({ kind: 'share', commandId })}`}
            onClick={onLeave}
          >
            {name}
          </Link>
        </span>
      ))}
      . {approvalOfNext(commands)}
    </p>
  );
}
