import type { Constraints, InputType } from '@/lib/inputs/input';
import { typeSystemOf } from '@/lib/type-systems/type-systems';

/**
 * A type without the limits that its source checks itself: the format, length, and range of a value. What is known of
 * them may be wrong or out of date. What makes a value one of the type stays, and so do options, and lengths where the
 * source would cut a text silently.
 */
export function withoutSourceLimits(type: InputType): InputType {
  if (type.component === 'b-file') return type;
  return {
    ...type,
    component: isMoment(type) ? 'b-input' : type.component,
    constraints: keptLimits(type),
    element: type.element === null ? null : withoutSourceLimits(type.element),
    properties:
      type.properties?.map(({ key, type: inner }) => ({ key, type: withoutSourceLimits(inner) })) ?? null,
    ...(type.alternatives === undefined ? {} : { alternatives: type.alternatives.map(withoutSourceLimits) }),
  };
}

const isMoment = ({ component }: InputType): boolean =>
  component === 'b-datepicker' || component === 'b-datetimepicker' || component === 'b-timepicker';

function keptLimits(type: InputType): Constraints {
  const { step, minLength, maxLength, maxBytes } = type.constraints;
  const lengths = typeSystemOf(type).cutsTexts ? { minLength, maxLength, maxBytes } : {};
  // A step of 1 is part of a type: it makes whole numbers.
  return Object.fromEntries(Object.entries({ step, ...lengths }).filter(([, limit]) => limit !== undefined));
}
