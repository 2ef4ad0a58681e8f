import { getJob, updateJob } from '@jobboard/contracts/jobs/endpoints'
import { badge, linkButton, notice, panel } from '../../html/blocks.ts'
import { field } from '../../html/field.ts'
import { form } from '../../html/form.ts'
import { type Child, type Html, html } from '../../html/html.ts'
import { userText } from '../../html/values.ts'
import { text } from '../../http/form.ts'
import { type View, view } from '../../http/outcome.ts'
import type { Visit } from '../../http/visit.ts'
import { copyable } from '../../peers/ask.ts'
import {
  changedFields,
  enteredOf,
  entryOf,
  type Job,
  type JobEntry,
  type JobField,
  jobFields,
  type Marks,
  markOf,
  marksOf,
  patchOf,
} from './fields.ts'
import { jobHead } from './head.ts'
import { wordsOf } from './labels.ts'
import { texts } from './texts.ts'

const words = texts.conflict
const fieldLabels: Record<JobField, { label: string }> = texts.fields

/** Both versions of each field that differs, to choose from. `shown` has the marks of the version that both began with, so
 * what only one of the two has changed is chosen already. */
export function conflictView(
  { csrf, operation, person, deps }: Visit,
  job: Job,
  etag: string,
  yours: JobEntry,
  shown: Marks,
): View {
  const theirs = entryOf(job)
  const marks = marksOf(theirs)
  const differing = changedFields(yours, marks)
  const to = `/jobs/${job.id}`
  const input = { params: { id: job.id }, body: patchOf(yours, differing) }
  return view({
    title: words.title,
    status: 409,
    scripts: ['jobs.js'],
    body: html`<div class="jb-stack">
      ${jobHead(job, 'job', person.role)}
      ${notice({ tone: 'warning', title: words.title, body: words.text })}
      ${form({
        action: `${to}/edit`,
        csrf,
        operation,
        submit: { label: words.submit, icon: 'check' },
        beside: linkButton({ href: to, label: texts.edit.cancel }),
        call: copyable(deps.env, updateJob, input, { 'If-Match': etag }),
        body: [
          hidden({ ...enteredOf(yours).values, etag }, ''),
          hidden(marks, 'shown.'),
          ...differing.map((name) => choice(name, theirs, yours, shown[name])),
        ],
      })}
    </div>`,
  })
}

/** The entry of a form with choices: where the person chose what the job says now, that. */
export async function withChoices(visit: Visit, yours: JobEntry): Promise<JobEntry> {
  const theirsIn = jobFields.filter((name) => text(visit.form, `use.${name}`) === 'theirs')
  if (theirsIn.length === 0) return yours
  const job = await visit.ask(getJob, { params: { id: visit.params.jobId! } }, { isHidden: true })
  const theirs = entryOf(job)
  const single = { ...yours.single }
  for (const name of theirsIn) if (name !== 'screeningQuestions') single[name] = theirs.single[name]
  return { single, questions: (theirsIn.includes('screeningQuestions') ? theirs : yours).questions }
}

function choice(name: JobField, theirs: JobEntry, yours: JobEntry, before: string): Html {
  const isTheirs = markOf(theirs, name) !== before
  const isYours = markOf(yours, name) !== before
  const chosen = isTheirs && isYours ? undefined : isTheirs ? 'theirs' : 'yours'
  const who = isTheirs && isYours ? words.both : isTheirs ? words.onlyTheirs : words.onlyYours
  const { label } = fieldLabels[name]
  return panel({
    title: label,
    actions: badge({ text: who, tone: isTheirs && isYours ? 'warning' : 'neutral' }),
    body: field(
      { values: { [`use.${name}`]: chosen }, errors: {} },
      {
        type: 'radio',
        name: `use.${name}`,
        label: words.which(label),
        required: true,
        options: [
          { value: 'theirs', label: words.theirs, hint: shownValue(theirs, name) },
          { value: 'yours', label: isYours ? words.yours : words.before, hint: shownValue(yours, name) },
        ],
      },
    ),
  })
}

function shownValue({ single, questions }: JobEntry, name: JobField): Child {
  if (name !== 'screeningQuestions') {
    const value = single[name].trim()
    return value ? userText(wordsOf(name, value), { lines: 5 }) : words.nothing
  }
  if (questions.length === 0) return words.nothing
  return questions.map(({ text, type, options }, index) => {
    const parts = [wordsOf('questionType', type), options.replaceAll('\n', ' · ')].filter(Boolean).join(': ')
    return html`<span class="jb-line-of">${userText(`${index + 1}. ${text} (${parts})`, { lines: 3 })}</span>`
  })
}

function hidden(values: Record<string, string | string[] | undefined>, prefix: string): Html {
  return html`<div hidden>
    ${Object.entries(values).map(([name, value]) => {
      return html`<input type="hidden" name=${prefix + name} value=${String(value ?? '')} />`
    })}
  </div>`
}
