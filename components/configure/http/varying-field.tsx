import { Select, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { useVariableChoices } from '../inputs/use-variable-choices';

/** What a part of a credential that is the same for everyone comes from. */
const STATIC = 'static';
/** The variable that is offered first: everybody has it. */
const FIRST = 'user_email';

interface VaryingFieldProps {
  orgId: string;
  label: string;
  /** `static`, or a variable's name. */
  source: string;
  onSource: (source: string) => void;
  /** The field of a value that is the same for everyone. */
  children: ReactNode;
}

/** A part of a credential: one value for everyone, or a variable of the person who runs a command. */
export function VaryingField({ orgId, label, source, onSource, children }: VaryingFieldProps) {
  const isVarying = source !== STATIC;
  const variables = useVariableChoices(orgId, isVarying ? source : null);
  return (
    <div>
      {isVarying ? (
        <Select
          label={label}
          description="Each run takes the value of the person who runs it."
          allowDeselect={false}
          searchable
          data={variables}
          value={source}
          onChange={(value) => value !== null && onSource(value)}
        />
      ) : (
        children
      )}
      <Switch
        mt="xs"
        size="xs"
        label={`${label} from a variable`}
        checked={isVarying}
        onChange={(event) => onSource(event.currentTarget.checked ? FIRST : STATIC)}
      />
    </div>
  );
}
