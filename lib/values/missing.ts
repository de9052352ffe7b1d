/** The message for a required input without a value. */
export const MISSING = 'Required';
