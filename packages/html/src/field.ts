import { type Child, type Html, html } from './html.ts'

/** What a person typed into a form, and what is wrong with it, by name of the field. */
export interface Entered {
  values: Readonly<Record<string, string | string[] | undefined>>
  /** `scopes.0` stands at the field `scopes`; '' concerns the whole form. */
  errors: Readonly<Record<string, string>>
}

export interface Option {
  value: string
  label: string
  hint?: Child
  disabled?: boolean
}

type LineType = 'text' | 'email' | 'url' | 'number' | 'search' | 'date' | 'datetime-local'

/** A field of a form; `options` are those of a select, checkboxes or a radio. A `checkbox` is one tick, which posts `yes`. */
export interface Field {
  type: LineType | 'textarea' | 'select' | 'checkboxes' | 'radio' | 'checkbox'
  name: string
  label: string
  hint?: Child
  required?: boolean | undefined
  /** `field-` and the name by default; another where a page has the name twice. */
  id?: string
  options?: readonly Option[]
  maxLength?: number
  placeholder?: string
  autocomplete?: string
  inputMode?: 'numeric' | 'text' | 'email' | 'url' | 'search'
  min?: number | string
  max?: number | string
  step?: number | string
  rows?: number
  isReadOnly?: boolean
  /** Values to choose from; others can be typed. At most 200 are offered. */
  suggestions?: readonly string[]
}

/** A field with its label, its hint, what was entered, and what is wrong with it beside it. */
export function field(entered: Entered, options: Field): Html {
  const id = options.id ?? fieldId(options.name)
  const error = errorOf(entered, options.name)
  if (options.type === 'checkboxes' || options.type === 'radio') return choices(entered, options, id, error)
  if (options.type === 'checkbox') return tick(entered, options, id, error)
  return html`<div class=${error ? 'jb-field jb-field-wrong vstack gap-1' : 'jb-field vstack gap-1'}>
    <label class="form-label fw-medium" for=${id}>${labelOf(options)}</label>
    ${hintOf(id, options.hint)}${errorLine(id, error)}${control(one(entered, options.name), options, {
      id,
      name: options.name,
      required: options.required,
      ...described(id, options.hint, error),
    })}
  </div>`
}

/** The entries that need a change, each a link to its field. A script moves the focus here. */
export function errorSummary(entered: Entered, labels: Record<string, string>): Html | null {
  const errors = Object.entries(entered.errors)
  if (errors.length === 0) return null
  return html`<div class="jb-errors alert alert-danger" role="alert" tabindex="-1" data-focus="" aria-labelledby="errors-title">
    <h2 id="errors-title">${errors.length === 1 ? 'One entry needs a change' : `${errors.length} entries need a change`}</h2>
    <ul class="mt-2 ps-4">
      ${errors.map(([name, text]) => {
        const field = fieldOf(name, labels)
        return html`<li>${field ? html`<a href=${`#${fieldId(field)}`}>${labels[field]}: ${text}</a>` : text}</li>`
      })}
    </ul>
  </div>`
}

/** The title of a page whose form has errors begins with "Error: ". */
export function titleOf(title: string, entered: Entered): string {
  return Object.keys(entered.errors).length > 0 ? `Error: ${title}` : title
}

type Attributes = Record<string, unknown>

const MAX_SUGGESTIONS = 200

function control(value: string, options: Field, attributes: Attributes): Html {
  if (options.type === 'textarea') {
    // A parser drops the first newline of the content, so there is one to drop.
    return html`<textarea class="form-control" dir="auto" rows=${options.rows ?? 4} maxlength=${options.maxLength} readonly=${options.isReadOnly} ...${attributes}>${`\n${value}`}</textarea>`
  }
  if (options.type === 'select') {
    return html`<select class="form-select" ...${attributes}>
      ${options.options?.map((option) => {
        return html`<option value=${option.value} selected=${option.value === value} disabled=${option.disabled}>${option.label}</option>`
      })}
    </select>`
  }
  const { type, maxLength, placeholder, autocomplete, inputMode, min, max, step, suggestions } = options
  const limits = { maxlength: maxLength, placeholder, autocomplete, inputmode: inputMode, min, max, step }
  const input = (more?: Attributes) =>
    html`<input class="form-control" type=${type} dir="auto" value=${value} ...${limits} ...${attributes} ...${more} />`
  if (!suggestions?.length) return input()
  const list = `${attributes.id}-list`
  return html`<div>
    ${input({ list })}
    <datalist id=${list}>${suggestions.slice(0, MAX_SUGGESTIONS).map((each) => html`<option value=${each}></option>`)}</datalist>
  </div>`
}

function choices(entered: Entered, options: Field, id: string, error: string | undefined): Html {
  const chosen = [entered.values[options.name] ?? []].flat()
  const type = options.type === 'radio' ? 'radio' : 'checkbox'
  return html`<fieldset class=${error ? 'jb-field jb-field-wrong vstack gap-1' : 'jb-field vstack gap-1'} id=${id} tabindex="-1" ...${described(id, options.hint, error, false)}>
    <legend class="form-label fw-medium">${labelOf(options)}</legend>
    ${hintOf(id, options.hint)}${errorLine(id, error)}
    ${options.options?.map(({ value, label, hint, disabled }) => {
      return html`<label class="d-flex gap-2 py-1">
        <input class="form-check-input" type=${type} name=${options.name} value=${value} checked=${chosen.includes(value)} disabled=${disabled} required=${type === 'radio' && options.required} />
        <span><span dir="auto">${label}</span>${hint && html`<small class="form-text d-block mt-0">${hint}</small>`}</span>
      </label>`
    })}
  </fieldset>`
}

function tick(entered: Entered, options: Field, id: string, error: string | undefined): Html {
  const { name, label, hint, required } = options
  return html`<div class=${error ? 'jb-field jb-field-wrong vstack gap-1' : 'jb-field vstack gap-1'}>
    ${errorLine(id, error)}
    <label class="d-flex gap-2 py-1">
      <input class="form-check-input" type="checkbox" id=${id} name=${name} value="yes" checked=${one(entered, name) === 'yes'} required=${required} ...${described(id, hint, error)} />
      <span>${label}</span>
    </label>
    ${hintOf(id, hint)}
  </div>`
}

/** The error of the field, or the first of a part of it. */
function errorOf({ errors }: Entered, name: string): string | undefined {
  return errors[name] ?? Object.entries(errors).find(([part]) => part.startsWith(`${name}.`))?.[1]
}

/** The field with a label that the name of an error belongs to: its own, or the one that it is a part of. */
function fieldOf(name: string, labels: Readonly<Record<string, string>>): string | undefined {
  const fields = Object.keys(labels).filter((field) => name === field || name.startsWith(`${field}.`))
  return fields.sort((a, b) => b.length - a.length)[0]
}

function fieldId(name: string): string {
  return `field-${name}`
}

function one({ values }: Entered, name: string): string {
  return [values[name] ?? []].flat()[0] ?? ''
}

function labelOf({ label, required }: Field): Child {
  return required === false ? [label, ' ', html`<span class="text-body-secondary">(optional)</span>`] : label
}

function hintOf(id: string, hint: Child): Html | null {
  return hint ? html`<div class="form-text mt-0" id=${`${id}-hint`}>${hint}</div>` : null
}

function errorLine(id: string, error: string | undefined): Html | null {
  return error
    ? html`<div class="jb-error small fw-medium text-danger-emphasis" id=${`${id}-error`} dir="auto">${error}</div>`
    : null
}

/** Connects a control with its hint and its error for screen readers. */
function described(id: string, hint: Child, error: string | undefined, isControl = true): Attributes {
  const ids = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return { 'aria-describedby': ids || undefined, 'aria-invalid': isControl && error ? 'true' : undefined }
}
