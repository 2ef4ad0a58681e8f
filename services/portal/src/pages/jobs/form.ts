import { countryCodes } from '@jobboard/contracts/iso-codes'
import { MAX_DESCRIPTION_LENGTH, MAX_LINE_LENGTH, MAX_SALARY } from '@jobboard/contracts/limits'
import { panel } from '@jobboard/html/blocks'
import type { CopyableCall } from '@jobboard/html/copy'
import { type Entered, field, type Option } from '@jobboard/html/field'
import { form, type Submit } from '@jobboard/html/form'
import { type Html, html } from '@jobboard/html/html'
import { locale } from '@jobboard/html/values'
import type { Visit } from '../../http/page.ts'
import { newOperation } from '../../http/visit.ts'
import { type Fields, fields, optionsOf } from '../../kit/fields.ts'
import { countryName } from '../../parts/facts.ts'
import { addButton, rowButtons } from '../../parts/list-buttons.ts'
import { type JobEntry, type Marks, questionField, valuesOf } from './entry.ts'

const currencies = new Intl.DisplayNames(locale, { type: 'currency' })

const choices = {
  country: countryCodes
    .map((value) => ({ value, label: countryName(value) }))
    .sort((a, b) => (a.label < b.label ? -1 : 1)),
  salaryCurrency: optionsOf(
    Intl.supportedValuesOf('currency').map((value) => [value, `${value} – ${currencies.of(value)}`]),
  ),
  employmentType: optionsOf({
    FullTime: 'Full time',
    PartTime: 'Part time',
    Contract: 'Contract',
    Temporary: 'Temporary',
    Internship: 'Internship',
    Apprenticeship: 'Apprenticeship',
    Volunteer: 'Volunteer',
  }),
  remoteType: optionsOf({ OnSite: 'On site', HybridRemote: 'Partly remote', FullyRemote: 'Fully remote' }),
  applyMethod: optionsOf({
    PlatformApply: 'On this platform',
    EmailApply: 'By e-mail',
    ExternalApply: 'On your own page',
  }),
  salaryPeriod: optionsOf({ Hour: 'an hour', Day: 'a day', Month: 'a month', Year: 'a year' }),
  questionType: optionsOf({
    YesNo: 'Yes or no',
    Text: 'Text',
    Number: 'Number',
    SingleChoice: 'One of several answers',
  }),
}

/** The words for a stored value of a field with choices; the value itself when it has none. */
export function wordsOf(field: string, value: string): string {
  const options = (choices as Record<string, Option[] | undefined>)[field]
  return options?.find((option) => option.value === value)?.label ?? value
}

const line = { type: 'text', maxLength: MAX_LINE_LENGTH } as const
const amount = { type: 'number', min: 0, max: MAX_SALARY, step: '0.01' } as const
const choice = (name: keyof typeof choices) => ({
  type: 'select' as const,
  options: [{ value: '', label: 'Choose…' }, ...choices[name]],
})

interface Part {
  title: string
  hint?: string
  /** Two fields side by side, where there is room. */
  isPaired?: boolean
  fields: Fields
}

const questionsPart = {
  title: 'Screening questions',
  hint: 'Everyone who applies answers them. Changing the wording of a question makes it a new one; answers to the old one stay with their applications.',
  fields: fields(undefined, {}),
}
const parts: Part[] = [
  {
    title: 'What the job is',
    fields: fields(undefined, {
      title: { ...line, label: 'Title', hint: 'As candidates read it in the list of jobs.', required: true },
      description: {
        label: 'Description',
        hint: 'Plain text. Line breaks are kept.',
        type: 'textarea',
        maxLength: MAX_DESCRIPTION_LENGTH,
        rows: 12,
      },
    }),
  },
  {
    title: 'Place and employment',
    isPaired: true,
    fields: fields(undefined, {
      city: { ...line, label: 'City' },
      country: { label: 'Country', ...choice('country') },
      remoteType: { label: 'Where the work is done', ...choice('remoteType') },
      employmentType: { label: 'Kind of employment', ...choice('employmentType') },
    }),
  },
  {
    title: 'Salary',
    hint: 'Optional. An amount needs a currency and a period.',
    isPaired: true,
    fields: fields(undefined, {
      salaryMin: { ...amount, label: 'From' },
      salaryMax: { ...amount, label: 'To' },
      salaryCurrency: { label: 'Currency', ...choice('salaryCurrency') },
      salaryPeriod: { label: 'For', ...choice('salaryPeriod') },
    }),
  },
  {
    title: 'How to apply',
    fields: fields(undefined, {
      applyMethod: { label: 'How candidates apply', ...choice('applyMethod') },
      applyEmailAddress: {
        label: 'Address for applications',
        hint: 'For applications by e-mail. Candidates do not see it.',
        type: 'email',
        maxLength: MAX_LINE_LENGTH,
      },
      applyUrl: {
        label: 'Page to apply at',
        hint: 'For applications on your own page: http or https.',
        type: 'url',
        maxLength: 2_000,
      },
    }),
  },
  questionsPart,
  {
    title: 'For your own records',
    fields: fields(undefined, {
      reference: { ...line, label: 'Your own reference', hint: 'Candidates do not see it.', required: false },
    }),
  },
]

export const labels: Record<string, string> = {
  ...Object.assign({}, ...parts.map((part) => part.fields.labels)),
  screeningQuestions: questionsPart.title,
}

export interface Shown {
  etag: string
  marks: Marks
}

/** The form of a draft or of a change, and what is wrong with it, for `screen`. */
export function jobForm(
  { csrf, request, calls }: Visit,
  action: string,
  entry: JobEntry,
  errors: Record<string, string>,
  { shown, call, ...given }: { shown?: Shown; submit: Submit; beside: Html; call: CopyableCall },
) {
  const entered = { values: valuesOf(entry), errors }
  const questions = questionEditor(entered, entry.questions.length, action)
  const body = [
    // Enter in a line saves: it presses the first button. What was posted is not stored yet.
    html`<div class="visually-hidden" data-unsaved=${String(request.method === 'POST')}>
      <button type="submit" tabindex="-1" aria-hidden="true"></button>
      ${shown && [hidden('etag', shown.etag), hiddenMarks(shown.marks)]}
    </div>`,
    ...parts.map((part) => {
      const inputs = part === questionsPart ? questions : part.fields.show(entered)
      const hint = part.hint && html`<p class="text-body-secondary">${part.hint}</p>`
      return panel({
        title: part.title,
        body: [
          hint,
          part.isPaired ? html`<div class="row row-cols-1 row-cols-md-2 g-3">${inputs}</div>` : inputs,
        ],
      })
    }),
  ]
  const isRefused = Object.keys(errors).length > 0
  calls.push(call)
  return {
    scripts: ['jobs.js'],
    refused: isRefused ? { action, ...entered, labels: labelsOf(entry) } : undefined,
    body: html`<div class="jb-job-form vstack gap-4">
      ${form({ ...given, action, csrf, operation: newOperation(), body })}
    </div>`,
  }
}

export function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name=${name} value=${value} />`
}

export function hiddenMarks(marks: Marks): Html[] {
  return Object.entries(marks).map(([name, mark]) => hidden(`shown.${name}`, mark))
}

const questionLabels = { text: 'Question', type: 'Answer', options: 'Answers to choose from' }
/** Stands for the number of a question in the template that a script copies. */
const PLACEHOLDER = 'NEW'
const blank = {
  [questionField(PLACEHOLDER, 'type')]: 'YesNo',
  [questionField(PLACEHOLDER, 'required')]: 'yes',
}

/** The screening questions of a form. Every button sends the form, which comes back changed; `jobs.js` does the same in
 * place. `action` is that of the form. */
function questionEditor(entered: Entered, count: number, action: string): Html {
  const indexes = Array.from({ length: count }, (_, index) => index)
  return html`<div class="vstack gap-3" id="field-screeningQuestions" data-questions="" data-legend="Question 0">
    <div class="vstack gap-3" data-list="">
      ${indexes.map((index) => question(entered, index, index + 1, action))}
    </div>
    <p class="text-body-secondary" data-none="" hidden=${count > 0}>No questions: candidates apply without answering anything.</p>
    <div>${addButton({ action, noun: 'question', count })}</div>
    <template data-template="">${question({ values: blank, errors: {} }, PLACEHOLDER, 0, action)}</template>
  </div>`
}

function question(entered: Entered, index: number | string, position: number, action: string): Html {
  const { text, type, options } = questionLabels
  const inputs = fields(undefined, {
    [questionField(index, 'text')]: { type: 'text', label: text, maxLength: 1_000, required: true },
    [questionField(index, 'type')]: { type: 'select', label: type, options: choices.questionType },
  })
  return html`<div class="jb-question" id=${`question-${index}`} data-question="">
    ${panel({
      title: `Question ${position}`,
      level: 3,
      actions: rowButtons({ action, noun: 'question', index, position }),
      body: [
        inputs.show(entered),
        html`<div data-options="">${field(entered, {
          type: 'textarea',
          name: questionField(index, 'options'),
          label: options,
          hint: 'One per line. Only for one of several answers.',
          rows: 4,
        })}</div>`,
        field(entered, {
          type: 'checkbox',
          name: questionField(index, 'required'),
          label: 'Nobody can apply without an answer',
        }),
      ],
    })}
  </div>`
}

function labelsOf({ questions }: JobEntry): Record<string, string> {
  const pairs = questions.flatMap((_, index) =>
    Object.entries(questionLabels).map(([part, label]) => {
      return [questionField(index, part as keyof typeof questionLabels), `Question ${index + 1}, ${label}`]
    }),
  )
  return { ...labels, ...Object.fromEntries(pairs) }
}
