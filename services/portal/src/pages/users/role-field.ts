import { type Entered, field } from '../../html/field.ts'
import type { Html } from '../../html/html.ts'
import { employerRoles } from '../../person/person.ts'
import { texts } from './texts.ts'

/** The labels of the fields of a user, for the summary of errors. */
export const userLabels = {
  name: texts.fields.name,
  email: texts.fields.email,
  role: texts.fields.role,
}

/** The name of a user. */
export function nameField(entered: Entered): Html {
  return field(entered, {
    type: 'text',
    name: 'name',
    label: texts.fields.name,
    hint: texts.fields.nameHint,
    maxLength: 200,
    autocomplete: 'off',
    required: true,
  })
}

/** The choice of a role, each with what it may do. */
export function roleField(entered: Entered, hint?: string): Html {
  return field(entered, {
    type: 'radio',
    name: 'role',
    label: texts.fields.role,
    required: true,
    ...(hint && { hint }),
    options: employerRoles.map((value) => ({
      value,
      label: texts.roles[value].label,
      hint: texts.roles[value].text,
    })),
  })
}
