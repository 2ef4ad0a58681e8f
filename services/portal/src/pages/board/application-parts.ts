import { panel } from '../../html/blocks.ts'
import { type Child, type Html, html } from '../../html/html.ts'
import { table } from '../../html/table.ts'
import { definitions, number, userText, when } from '../../html/values.ts'
import type { Visit } from '../../http/visit.ts'
import { phoneLink } from '../../parts/phone.ts'
import { texts } from './application-texts.ts'
import { aiBadge, scoreBadge } from './card.ts'
import { type Dossier, nameOf } from './dossier.ts'
import { seesContact } from './reading.ts'
import { statusBadge } from './statuses.ts'

const { application: says, assessment: judged } = texts
/** The criterion that is about where the candidate lives. */
const LOCATION = 'LocationAndWorkMode'

/** Status, times, how it was sent, and how to reach the candidate. */
export async function facts(visit: Visit, { application, reasons, long }: Dossier): Promise<Html> {
  const { zone, now } = visit
  const { status, updatedAt, appliedAt, applicationType, isAiAssisted, rejectionReason } = application
  const { email, phone, city, country, resumeUrl, profile } = application
  const reason = rejectionReason && reasons.find(({ code }) => code === rejectionReason.code)?.label
  const links = [profile.linkedInUrl, profile.gitHubUrl, profile.websiteUrl].filter((url) => url)
  const place = [city, country].filter(Boolean).join(', ')
  const items: { term: string; value: Child }[] = [
    {
      term: says.status,
      value: html`<span class="jb-actions">${statusBadge(status)}<span class="jb-muted">${when(updatedAt, zone, 'relative', now)}</span></span>`,
    },
    { term: says.applied, value: when(appliedAt, zone) },
    {
      term: says.how,
      value: html`<span class="jb-actions">${says.types[applicationType]}${isAiAssisted && aiBadge()}</span>`,
    },
  ]
  const add = (term: string, value: Child) => void (value && items.push({ term, value }))
  if (rejectionReason) {
    add(
      says.rejectedFor,
      html`<div class="jb-stack-tight">${userText(reason ?? rejectionReason.code)}${rejectionReason.text && (await long.colleagues.show('rejection', rejectionReason.text))}</div>`,
    )
  }
  if (seesContact(visit)) {
    add(says.email, email && html`<a href=${`mailto:${encodeURIComponent(email)}`}>${userText(email)}</a>`)
    add(says.phone, phone && phoneLink(phone))
    add(says.place, place && userText(place))
    add(
      says.links,
      links.length > 0 && html`<span class="jb-stack-tight">${links.map((url) => outside(url!))}</span>`,
    )
    add(says.resume, resumeUrl && outside(resumeUrl))
  }
  const hint = !seesContact(visit) && html`<p class="jb-muted">${says.hidden}</p>`
  return panel({ title: says.facts, body: [definitions(items), hint] })
}

function outside(url: string): Html {
  return html`<a href=${url} rel="noreferrer noopener" target="_blank">${userText(url, { lines: 1 })}</a>`
}

export async function coverLetter({ application, long }: Dossier): Promise<Html | null> {
  const { coverLetter: letter } = application
  return panel({
    title: says.coverLetter,
    body: letter
      ? await long.candidate.show(nameOf.coverLetter, letter)
      : html`<p class="jb-muted">${says.noCoverLetter}</p>`,
  })
}

export async function answers({ application, long }: Dossier): Promise<Html> {
  const { screeningAnswers } = application
  const shown = (answer: string | number | boolean, index: number) =>
    typeof answer === 'string'
      ? long.candidate.show(nameOf.answer(index), answer)
      : answer === true
        ? says.yes
        : answer === false
          ? says.no
          : number(answer)
  const rows = await Promise.all(
    screeningAnswers.map(async ({ question, answer }, index) => ({
      question,
      answer: await shown(answer, index),
    })),
  )
  return panel({
    title: says.answers,
    body:
      rows.length === 0
        ? html`<p class="jb-muted">${says.noAnswers}</p>`
        : html`<dl class="jb-answers">
            ${rows.map(({ question, answer }) => html`<div><dt>${userText(question)}</dt><dd>${answer}</dd></div>`)}
          </dl>`,
  })
}

export async function assessmentPart(visit: Visit, { assessment, masked, long }: Dossier): Promise<Html> {
  if (!assessment) return panel({ title: judged.title, body: html`<p class="jb-muted">${judged.none}</p>` })
  const { score, verdict, summary, rubricScores, assessor } = assessment
  // It says where the candidate lives, and the summary may repeat it.
  const hidden = seesContact(visit)
    ? undefined
    : rubricScores.find(({ criterion }) => criterion === LOCATION)?.rationale
  const shown = (text: string) => masked(hidden ? text.replaceAll(hidden, judged.hidden) : text)
  const rows = await Promise.all(
    rubricScores.map(async (each) => ({ ...each, rationale: await shown(each.rationale) })),
  )
  return panel({
    title: judged.title,
    actions: scoreBadge(score, judged.score(texts.verdicts[verdict], number(score))),
    body: [
      await long.colleagues.show('assessment', await shown(summary)),
      table({
        caption: judged.caption,
        columns: [
          {
            head: judged.criterion,
            cell: ({ criterion }) => userText(judged.criteria[criterion] ?? criterion),
          },
          {
            head: judged.points,
            // All points of it say that the candidate lives where the job is.
            cell: ({ criterion, score: points }) =>
              hidden !== undefined && criterion === LOCATION ? '–' : number(points),
            numeric: true,
          },
          { head: judged.why, cell: (row) => userText(row.rationale) },
        ],
        rows,
        empty: judged.none,
      }),
      html`<p class="jb-muted">${judged.hint} ${judged.assessor} ${judged.by(assessor)}.</p>`,
    ],
  })
}
