import type { Command } from '@/components/builder/use-command';
import type { ValueIssue } from '@/lib/values/check-values';
import { Issues } from './issues';

/** Which inputs still need a value, and who to ask about them. */
export function RequiredFields({ command, issues }: { command: Command; issues: readonly ValueIssue[] }) {
  const { template, role, creatorName } = command;
  const hasHidden = issues.some(
    ({ key }) => template.inputs.find((each) => each.key === key)?.hidden !== false,
  );
  const creator = creatorName === null ? "the command's creator" : `the command's creator, ${creatorName}`;
  return (
    <>
      These inputs must be filled in before this can run:
      <Issues inputs={template.inputs} issues={issues} />
      {hasHidden && role !== 'admin'
        ? `The command's engineers have hidden what is marked as hidden, so only they can fill it in. Talk to ${creator}.`
        : `If you don't know what to enter, talk to ${creator}.`}
    </>
  );
}
