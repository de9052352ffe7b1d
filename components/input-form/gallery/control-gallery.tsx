'use client';

import { useReducer } from 'react';
import type { ValuesCaller } from '@/lib/values/values-caller';
import { InputForm } from '../input-form';
import { formWith, reduceForm } from '../state/form-state';
import { problemsFor } from '../state/problem-of';
import { galleryInputs, galleryValues } from './control-gallery-inputs';

const caller: ValuesCaller = {
  variables: { user_id: 'demo-dana', user_email: 'dana@pushboard.example', user_name: 'Dana Lee' },
  mayOverrideHidden: false,
};

const problemOf = problemsFor(caller);

/** A form with an input of every kind, in every state, that works like a command's form. */
export function ControlGallery() {
  const [state, dispatch] = useReducer(reduceForm, undefined, () => {
    const filled = formWith(galleryValues);
    // Initial errors show how an error looks.
    return galleryInputs
      .filter(({ key }) => key.startsWith('wrong'))
      .reduce((form, input) => reduceForm(form, { type: 'leave', input, problemOf }), filled);
  });
  const inputOf = (key: string) => galleryInputs.find((input) => input.key === key);
  return (
    <InputForm
      inputs={galleryInputs}
      // Here they are named after what they show.
      names={new Map()}
      values={state.values}
      unreadable={state.unreadable}
      errors={state.errors}
      caller={caller}
      onChange={(key, value, unreadableText) => {
        const input = inputOf(key);
        if (input !== undefined) dispatch({ type: 'change', input, value, unreadableText, problemOf });
      }}
      onLeave={(key) => {
        const input = inputOf(key);
        if (input !== undefined) dispatch({ type: 'leave', input, problemOf });
      }}
    />
  );
}
