import { panel } from '@jobboard/html/blocks'
import { type Html, html } from '@jobboard/html/html'
import { numeric, table } from '@jobboard/html/table'
import { definitions, number, userText } from '@jobboard/html/values'
import type { Visit } from '../../http/page.ts'
import { seesContact } from '../../parts/applications.ts'
import { profileFacts } from '../../parts/facts.ts'
import { scoreBadge } from './card.ts'
import { type Dossier, nameOf } from './reading.ts'

const LOCATION = 'LocationAndWorkMode'
const verdicts: Record<NonNullable<Dossier['assessment']>['verdict'], string> = {
  StrongMatch: 'Strong match',
  Match: 'Match',
  PartialMatch: 'Partial match',
  WeakMatch: 'Weak match',
}

export async function coverLetterPart({ application, long }: Dossier): Promise<Html> {
  const letter = application.coverLetter
  return panel({
    title: 'Cover letter',
    body: letter
      ? await long.candidate.show(nameOf.coverLetter, letter)
      : html`<p class="text-body-secondary">There is no cover letter.</p>`,
  })
}

export async function answersPart({ application, long }: Dossier): Promise<Html> {
  const shown = (answer: string | number | boolean, index: number) => {
    if (typeof answer === 'string') return long.candidate.show(nameOf.answer(index), answer)
    return typeof answer === 'number' ? number(answer) : answer ? 'Yes' : 'No'
  }
  const rows = await Promise.all(
    application.screeningAnswers.map(async ({ question, answer }, index) => {
      return html`<div><dt class="fw-medium">${userText(question)}</dt><dd>${await shown(answer, index)}</dd></div>`
    }),
  )
  return panel({
    title: 'Answers to the screening questions',
    body:
      rows.length === 0
        ? html`<p class="text-body-secondary">The job had no screening questions, or none was answered.</p>`
        : html`<dl class="vstack gap-3">${rows}</dl>`,
  })
}

export async function assessmentPart(visit: Visit, { assessment, masked, long }: Dossier): Promise<Html> {
  const title = 'AI assessment'
  if (!assessment) {
    const body = html`<p class="text-body-secondary">Not assessed yet. It is computed soon after the application arrives.</p>`
    return panel({ title, body })
  }
  const { score, verdict, summary, rubricScores, assessor } = assessment
  // It says where the candidate lives, and the summary may repeat it.
  const hidden = seesContact(visit)
    ? undefined
    : rubricScores.find(({ criterion }) => criterion === LOCATION)?.rationale
  const shown = (text: string) =>
    masked(hidden ? text.replaceAll(hidden, 'Not shown to interviewers.') : text)
  const rows = await Promise.all(
    rubricScores.map(async (each) => ({ ...each, rationale: await shown(each.rationale) })),
  )
  return panel({
    title,
    actions: scoreBadge(score, `${verdicts[verdict]} · ${number(score)} of 100`),
    body: [
      await long.others.show('assessment', await shown(summary)),
      table({
        caption: 'Assessment by criterion',
        rows,
        empty: '',
        columns: {
          Criterion: ({ criterion }) =>
            userText(criterion === LOCATION ? 'Location and work mode' : criterion),
          Points: numeric(({ criterion, score: points }) =>
            hidden !== undefined && criterion === LOCATION ? '–' : number(points),
          ),
          Evidence: ({ rationale }) => userText(rationale),
        },
      }),
      html`<p class="text-body-secondary">A machine judged how well the profile fits the job. It decides nothing. Assessed by ${assessor}.</p>`,
    ],
  })
}

/** The profile at the time of applying. Empty sections are left out. */
export async function profilePart({ application, long }: Dossier): Promise<Html> {
  const { profile } = application
  const items = {
    Summary: profile.summary && (await long.candidate.show(nameOf.summary, profile.summary)),
    ...(await profileFacts(profile, (text, index) => long.candidate.show(nameOf.position(index), text))),
  }
  const isEmpty = !Object.values(items).some(Boolean)
  return panel({
    title: 'Profile',
    body: [
      html`<p class="text-body-secondary">As it was when the candidate applied.</p>`,
      isEmpty ? html`<p class="text-body-secondary">The profile was empty.</p>` : definitions(items),
    ],
  })
}
