import { MAX_DESCRIPTION_LENGTH, MAX_LINE_LENGTH, MAX_SALARY } from '@jobboard/contracts/limits'
import { linkButton, panel } from '../../html/blocks.ts'
import type { CopyableCall } from '../../html/copy.ts'
import { type Entered, errorSummary, field } from '../../html/field.ts'
import { form } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { enteredOf, type JobEntry, type Marks } from './fields.ts'
import { choices } from './labels.ts'
import { questionEditor, questionLabels } from './question-editor.ts'
import { texts } from './texts.ts'

const { fields, groups } = texts

/** The form of a draft or of a change, with the errors of its last try at its head. */
export function jobForm({
  action,
  csrf,
  operation,
  entry,
  errors = {},
  shown,
  etag,
  isUnsaved,
  submit,
  back,
  call,
}: {
  action: string
  csrf: string
  operation: string
  entry: JobEntry
  errors?: Record<string, string>
  /** Marks and ETag of the job that the form showed first; absent for a new one. */
  shown?: Marks
  etag?: string
  /** The entry is what the person typed, and not stored yet. */
  isUnsaved: boolean
  submit: string
  back: string
  call: CopyableCall
}): Html {
  const entered = enteredOf(entry, errors)
  const labels = Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label]))
  return html`<div class="jb-stack jb-job-form">
    ${errorSummary(entered, { ...labels, ...questionLabels(entry.questions.length) })}
    ${form({
      action,
      csrf,
      operation,
      submit: { label: submit, icon: 'check' },
      beside: linkButton({ href: back, label: texts.edit.cancel }),
      call,
      body: [
        html`<div class="visually-hidden" data-unsaved=${String(isUnsaved)}>
          <button type="submit" tabindex="-1" aria-hidden="true"></button>
          ${etag && html`<input type="hidden" name="etag" value=${etag} />`}
          ${Object.entries(shown ?? {}).map(
            ([name, mark]) => html`<input type="hidden" name=${`shown.${name}`} value=${mark} />`,
          )}
        </div>`,
        ...parts(entered, entry.questions.length, action),
      ],
    })}
  </div>`
}

function parts(entered: Entered, questions: number, action: string): Html[] {
  return [
    panel({
      title: groups.texts,
      body: [
        field(entered, {
          type: 'text',
          name: 'title',
          ...fields.title,
          maxLength: MAX_LINE_LENGTH,
          required: true,
        }),
        field(entered, {
          type: 'textarea',
          name: 'description',
          ...fields.description,
          maxLength: MAX_DESCRIPTION_LENGTH,
          rows: 12,
        }),
      ],
    }),
    panel({
      title: groups.place,
      body: html`<div class="jb-pairs">
        ${field(entered, { type: 'text', name: 'city', ...fields.city, maxLength: MAX_LINE_LENGTH })}
        ${field(entered, { type: 'select', name: 'country', ...fields.country, options: choices.country })}
        ${field(entered, { type: 'select', name: 'remoteType', ...fields.remoteType, options: choices.remoteType })}
        ${field(entered, { type: 'select', name: 'employmentType', ...fields.employmentType, options: choices.employmentType })}
      </div>`,
    }),
    panel({
      title: groups.salary,
      body: [
        html`<p class="jb-muted">${groups.salaryHint}</p>`,
        html`<div class="jb-pairs">
          ${amount(entered, 'salaryMin')} ${amount(entered, 'salaryMax')}
          ${field(entered, { type: 'select', name: 'salaryCurrency', ...fields.salaryCurrency, options: choices.salaryCurrency })}
          ${field(entered, { type: 'select', name: 'salaryPeriod', ...fields.salaryPeriod, options: choices.salaryPeriod })}
        </div>`,
      ],
    }),
    panel({
      title: groups.apply,
      body: [
        field(entered, {
          type: 'select',
          name: 'applyMethod',
          ...fields.applyMethod,
          options: choices.applyMethod,
        }),
        field(entered, {
          type: 'email',
          name: 'applyEmailAddress',
          ...fields.applyEmailAddress,
          maxLength: MAX_LINE_LENGTH,
        }),
        field(entered, { type: 'url', name: 'applyUrl', ...fields.applyUrl, maxLength: 2_000 }),
      ],
    }),
    panel({
      title: groups.questions,
      body: [
        html`<p class="jb-muted">${groups.questionsHint}</p>`,
        questionEditor(entered, questions, action),
      ],
    }),
    panel({
      title: groups.own,
      body: field(entered, {
        type: 'text',
        name: 'reference',
        ...fields.reference,
        maxLength: MAX_LINE_LENGTH,
        required: false,
      }),
    }),
  ]
}

function amount(entered: Entered, name: 'salaryMin' | 'salaryMax'): Html {
  return field(entered, { type: 'number', name, ...fields[name], min: 0, max: MAX_SALARY, step: '0.01' })
}
