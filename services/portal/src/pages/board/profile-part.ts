import { panel } from '../../html/blocks.ts'
import { type Child, type Html, html } from '../../html/html.ts'
import { definitions, number, userText } from '../../html/values.ts'
import { texts } from './application-texts.ts'
import { type Dossier, nameOf } from './dossier.ts'

const { application: says } = texts
/** Entries of a list in a profile that are shown at once; the others follow in a part that opens. */
const SHOWN_ENTRIES = 5
const SHOWN_SKILLS = 40

/** The profile at the time of applying. Empty sections are left out. */
export async function profilePart({ application, long }: Dossier): Promise<Html> {
  const { profile } = application
  const items: { term: string; value: Child }[] = []
  const add = (term: string, value: Child) => void (value && items.push({ term, value }))
  add(says.summary, profile.summary && (await long.candidate.show(nameOf.summary, profile.summary)))
  add(says.skills, profile.skills.length > 0 && chips(profile.skills))
  add(
    says.languages,
    profile.languages.length > 0 &&
      userText(profile.languages.map(({ language, level }) => `${language} (${level})`).join(', '), {
        lines: 5,
      }),
  )
  add(says.career, profile.careerStatus && says.careers[profile.careerStatus])
  add(says.salary, salaryOf(profile))
  add(says.notice, profile.noticePeriodDays !== null && says.noticeDays(number(profile.noticePeriodDays)))
  add(
    says.work,
    entries(
      await Promise.all(
        profile.employmentHistory.map(
          async ({ title, employer, startMonth, endMonth, description }, index) => ({
            title: [title, employer].filter(Boolean).join(' · '),
            time: [startMonth, endMonth ?? (startMonth && says.present)].filter(Boolean).join(' – '),
            text: description && (await long.candidate.show(nameOf.position(index), description)),
          }),
        ),
      ),
    ),
  )
  add(
    says.education,
    entries(
      profile.education.map(({ school, degree, field, endYear }) => ({
        title: [degree, field, school].filter(Boolean).join(' · '),
        time: endYear === null ? '' : String(endYear),
        text: '',
      })),
    ),
  )
  return panel({
    title: says.profile,
    body: [
      html`<p class="jb-muted">${says.profileHint}</p>`,
      items.length > 0 ? definitions(items) : html`<p class="jb-muted">${says.emptyProfile}</p>`,
    ],
  })
}

function salaryOf({
  expectedSalaryMin: min,
  expectedSalaryMax: max,
  expectedSalaryCurrency: currency,
}: Dossier['application']['profile']): string {
  const amounts = [min, max].filter((amount) => amount !== null).map(number)
  return amounts.length > 0 ? [amounts.join(' – '), currency].filter(Boolean).join(' ') : ''
}

function chips(labels: readonly string[]): Html {
  const list = (some: readonly string[]) =>
    html`<ul class="jb-chips">${some.map((label) => html`<li class="jb-badge jb-tone-neutral" dir="auto">${label}</li>`)}</ul>`
  return folded(labels, SHOWN_SKILLS, list)
}

function entries(all: readonly { title: string; time: string; text: Child }[]): Html | null {
  if (all.length === 0) return null
  return folded(all, SHOWN_ENTRIES, (some) => {
    return html`<ul class="jb-entries">
      ${some.map(({ title, time, text }) => html`<li><strong>${userText(title)}</strong>${time && html`<span class="jb-muted">${time}</span>`}${text}</li>`)}
    </ul>`
  })
}

/** A list, with what is beyond the first in a part that opens. */
function folded<T>(all: readonly T[], shown: number, list: (some: readonly T[]) => Html): Html {
  if (all.length <= shown) return list(all)
  return html`<div class="jb-stack-tight">
    ${list(all.slice(0, shown))}
    <details><summary class="jb-link">${says.showAll(number(all.length))}</summary>${list(all.slice(shown))}</details>
  </div>`
}
