import { panel } from '../../html/blocks.ts'
import { type Entered, field } from '../../html/field.ts'
import { button } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { choices } from './labels.ts'
import { questionField } from './questions.ts'
import { texts } from './texts.ts'

const words = texts.question
/** Stands for the number of a question in the template that a script copies. */
const PLACEHOLDER = 'NEW'

/** The screening questions of a form. Every button sends the form, which comes back changed; `jobs.js` does the same in
 * place. `action` is that of the form. */
export function questionEditor(entered: Entered, count: number, action: string): Html {
  const indexes = Array.from({ length: count }, (_, index) => index)
  return html`<div class="jb-questions" id="field-screeningQuestions" data-questions="" data-legend=${words.legend(0)}>
    <div class="jb-questions" data-list="">
      ${indexes.map((index) => question(entered, index, index + 1, action))}
    </div>
    <p class="jb-muted" data-none="" hidden=${count > 0}>${words.none}</p>
    <div>${button({
      label: words.add,
      icon: 'plus',
      tone: 'secondary',
      name: 'intent',
      value: 'add',
      isUnchecked: true,
      action: `${action}#question-${count}`,
    })}</div>
    <template data-template="">${question({ values: blank, errors: {} }, PLACEHOLDER, 0, action)}</template>
  </div>`
}

const blank = {
  [questionField(PLACEHOLDER, 'type')]: 'YesNo',
  [questionField(PLACEHOLDER, 'required')]: 'yes',
}

function question(entered: Entered, index: number | string, position: number, action: string): Html {
  const move = (intent: 'up' | 'down' | 'remove', to: number) =>
    button({
      label: words[intent](position),
      icon: intent === 'remove' ? 'trash' : intent,
      tone: 'secondary',
      isIconOnly: true,
      name: 'intent',
      value: `${intent}.${index}`,
      isUnchecked: true,
      action: `${action}#question-${Math.max(0, to)}`,
    })
  return html`<div class="jb-question" id=${`question-${index}`} data-question="">
    ${panel({
      title: words.legend(position),
      level: 3,
      actions: [move('up', position - 2), move('down', position), move('remove', position - 2)],
      body: [
        field(entered, {
          type: 'text',
          name: questionField(index, 'text'),
          label: words.text,
          maxLength: 1_000,
          required: true,
        }),
        field(entered, {
          type: 'select',
          name: questionField(index, 'type'),
          label: words.type,
          options: choices.questionType,
        }),
        html`<div data-options="">${field(entered, {
          type: 'textarea',
          name: questionField(index, 'options'),
          label: words.options,
          hint: words.optionsHint,
          rows: 4,
        })}</div>`,
        field(entered, {
          type: 'checkbox',
          name: questionField(index, 'required'),
          label: words.required,
        }),
      ],
    })}
  </div>`
}

/** The labels of the controls of the questions, for the summary of errors. */
export function questionLabels(count: number): Record<string, string> {
  const parts = [
    ['text', words.text],
    ['type', words.type],
    ['options', words.options],
  ] as const
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) =>
      parts.map(([part, label]) => [questionField(index, part), words.label(index + 1, label)]),
    ).flat(),
  )
}
