import type { Constraints, FormComponent } from '@/lib/inputs/input';

/** A day before the first of our era is written as ISO 8601 counts years: 1 BC is 0000, 4713 BC is -4712. */
const firstDay = '-4712-11-24';

const timestamps: Constraints = {
  minimum: firstDay,
  maximum: '294276-12-31T23:59:59.999999',
  validationMessage: 'Must be between 4713-11-24 BC and the year 294276',
};

/** The types of dates and times: the control that edits them, and how far they reach (PostgreSQL, 8.5). */
export const postgresTimes = new Map<string, { component: FormComponent; constraints: Constraints }>([
  [
    'date',
    {
      component: 'b-datepicker',
      constraints: {
        minimum: firstDay,
        maximum: '5874897-12-31',
        validationMessage: 'Must be between 4713-11-24 BC and 5874897-12-31',
      },
    },
  ],
  ['timestamp without time zone', { component: 'b-datetimepicker', constraints: timestamps }],
  ['timestamp with time zone', { component: 'b-datetimepicker', constraints: timestamps }],
  ['time without time zone', { component: 'b-timepicker', constraints: {} }],
  ['time with time zone', { component: 'b-timepicker', constraints: {} }],
]);
