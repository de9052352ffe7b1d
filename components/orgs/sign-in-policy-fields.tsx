'use client';

import { NativeSelect } from '@mantine/core';
import { LONGEST_INACTIVITY_HOURS } from '@/lib/orgs/sign-in-policy';

export interface PolicyValues {
  requiredIssuer: string | null;
  inactivityHours: number | null;
}

/** An issuer, with what its sign-in button says. */
export interface NamedIssuer {
  issuer: string;
  label: string;
}

interface SignInPolicyFieldsProps {
  values: PolicyValues;
  /** The issuers that can be required: who vouched for the admin, so that they don't lock themselves out, and the one that is saved. */
  issuers: readonly NamedIssuer[];
  onChange: (values: PolicyValues) => void;
}

const ANYONE = '';
const HOURS = [1, 2, 4, 8, 12, 24];

/** Who may enter the organization: how they signed in, and how recently they were active. */
export function SignInPolicyFields({ values, issuers, onChange }: SignInPolicyFieldsProps) {
  const { requiredIssuer, inactivityHours } = values;
  return (
    <>
      <NativeSelect
        label="Sign-in"
        description="People who signed in another way, and tokens that they made, can't enter this organization. You can require only the way that you signed in yourself."
        value={requiredIssuer ?? ANYONE}
        data={[
          { value: ANYONE, label: 'Any way that this Pushboard offers' },
          ...issuers.map(({ issuer, label }) => ({ value: issuer, label: `Only ${label}` })),
        ]}
        onChange={(event) => onChange({ ...values, requiredIssuer: event.currentTarget.value || null })}
      />
      <NativeSelect
        label="Sign in again after"
        description="Without any activity. Access tokens are not affected."
        value={String(inactivityHours ?? LONGEST_INACTIVITY_HOURS)}
        data={[
          ...HOURS.map((hours) => ({
            value: String(hours),
            label: hours === 1 ? '1 hour' : `${hours} hours`,
          })),
          { value: String(LONGEST_INACTIVITY_HOURS), label: `${LONGEST_INACTIVITY_HOURS} hours` },
        ]}
        onChange={(event) => {
          const hours = Number(event.currentTarget.value);
          onChange({ ...values, inactivityHours: hours === LONGEST_INACTIVITY_HOURS ? null : hours });
        }}
      />
    </>
  );
}
