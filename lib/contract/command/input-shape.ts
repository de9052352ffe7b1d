import { z } from 'zod';
import type { Input, InputType } from '@/lib/inputs/input';
import { inputSettings } from '@/lib/settings/input-settings';
import { answerShape } from '@/lib/settings/wire-shapes';
import { typeSystemNames } from '@/lib/type-systems/type-systems';
import { id } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';

const bound = z.union([z.number(), z.string()]).optional();

const constraints = resource({
  minimum: ['minimum', bound],
  maximum: ['maximum', bound],
  step: ['step', bound],
  minLength: ['min_length', z.int().optional()],
  maxLength: ['max_length', z.int().optional()],
  maxBytes: ['max_bytes', z.int().optional()],
  charset: ['charset', z.string().optional()],
  ticksPerSecond: ['ticks_per_second', z.number().optional()],
  pattern: ['pattern', z.string().optional()],
  validationMessage: ['validation_message', z.string().optional()],
  sourcePattern: ['source_pattern', z.string().optional()],
  exclusiveMinimum: ['exclusive_minimum', bound],
  exclusiveMaximum: ['exclusive_maximum', bound],
  multipleOf: ['multiple_of', bound],
  minItems: ['min_items', z.int().optional()],
  maxItems: ['max_items', z.int().optional()],
  uniqueItems: ['unique_items', z.boolean().optional()],
  minProperties: ['min_properties', z.int().optional()],
  maxProperties: ['max_properties', z.int().optional()],
});

/**
 * On the wire, a type's fields are part of its input, as documented; in code, the type is one value. Made separately for each
 * of the two: schemas that contain themselves are described by where they begin.
 */
const typeFields = () =>
  ({
    typeSystem: ['type_system', z.enum(typeSystemNames)],
    typeId: ['type_id', z.string()],
    jsonType: ['json_type', z.enum(['string', 'number', 'boolean', 'array', 'object'])],
    component: [
      'component',
      z.enum([
        'b-input',
        'b-checkbox',
        'b-select',
        'b-datepicker',
        'b-datetimepicker',
        'b-timepicker',
        'multiselect',
        'b-file',
        'json',
      ]),
    ],
    inputType: ['input_type', z.enum(['text', 'textarea', 'number', 'password', 'email']).nullable()],
    constraints: ['constraints', constraints],
    options: ['options', z.array(z.string()).nullable()],
    element: ['list_element_schema', z.lazy((): z.ZodType<InputType, unknown> => inputType).nullable()],
    properties: [
      'object_property_schemas',
      z
        .array(z.lazy((): z.ZodType<NonNullable<InputType['properties']>[number], unknown> => property))
        .nullable(),
    ],
    requiredKeys: ['required_keys', z.array(z.string()).optional()],
    isOpen: ['is_open', z.boolean().optional()],
    alternatives: [
      'alternatives',
      z.array(z.lazy((): z.ZodType<InputType, unknown> => inputType)).optional(),
    ],
  }) as const;

/** The type of an input, which may contain those of its elements and attributes. */
export const inputType: z.ZodType<InputType, unknown> = resource(typeFields());
const property = resource({ key: ['key', z.string()], type: ['type', inputType] });

const flatInput = resource({
  ...typeFields(),
  inputId: ['lego_instance_input_id', id],
  templateInputId: ['lego_input_id', id],
  key: ['key', z.string()],
  defaultExpression: ['default_expression', z.string().nullable()],
  ...answerShape(inputSettings),
});

/** One input of a command. */
export const input = z.codec(flatInput, z.custom<Input>(), {
  decode: ({ typeSystem, typeId, jsonType, component, inputType, constraints, options, ...rest }) => {
    const { element, properties, requiredKeys, isOpen, alternatives, ...input } = rest;
    const base = {
      typeSystem,
      typeId,
      jsonType,
      component,
      inputType,
      constraints,
      options,
      element,
      properties,
    };
    const further = Object.entries({ requiredKeys, isOpen, alternatives });
    return {
      ...input,
      type: { ...base, ...Object.fromEntries(further.filter(([, value]) => value !== undefined)) },
    };
  },
  encode: ({ type, ...input }) => ({ ...input, ...type }),
});
