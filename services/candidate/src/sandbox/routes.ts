import { notFound } from '@jobboard/contracts/error'
import type { ScreeningQuestion } from '@jobboard/contracts/jobs/job'
import * as endpoints from '@jobboard/contracts/sandbox/endpoints'
import { countSandboxCandidates, seedSandbox } from '@jobboard/contracts/sandbox/internal'
import { assertRoom, SANDBOX_SEED } from '@jobboard/contracts/sandbox/sandbox'
import type { Tx } from '@jobboard/db/sql'
import { failpoint } from '@jobboard/process/failpoint'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import { type Caller, sandboxOf } from '@jobboard/service/auth/caller'
import { type Route, route } from '@jobboard/service/http/route'
import type { BaseEnv } from '@jobboard/service/lifecycle/env'
import { isRetired } from '@jobboard/service/sandbox/retired-store'
import { utcDay } from '../applications/gates.ts'
import { findOpenJob, type OpenJob, submit } from '../applications/routes.ts'
import type { ScreeningAnswer } from '../applications/screening.ts'
import { changeConsent } from '../consent/routes.ts'
import type { JobLookUps } from '../jobs/peers.ts'
import { type Candidate, withdrawn } from '../profiles/candidate.ts'
import { newCandidate } from '../profiles/change-profile.ts'
import { publishProfiles } from '../profiles/publish-actions.ts'
import { insertCandidates, lockCandidate } from '../profiles/store.ts'
import { personaAt } from './personas.ts'
import { countHeld, deleteDay, lockCandidatesFor, lockRoom, type Person } from './store.ts'

/** The next candidates of a sandbox that has made so many. */
async function addCandidates(
  sql: Tx,
  { sandboxId, made, count, now }: { sandboxId: number; made: number; count: number; now: Date },
): Promise<Candidate[]> {
  const forms = Array.from({ length: count }, (_, i) => newCandidate(personaAt(made + i), now, sandboxId))
  const created = await insertCandidates(sql, forms, now)
  await publishProfiles(sql, created, now)
  return created
}

const seed = route(seedSandbox, ({ params: { sandboxId }, now, commit }) =>
  commit(async (sql) => {
    const { candidates, erased } = await lockRoom(sql, sandboxId, { applications: 0 })
    if (candidates + erased > 0) return { body: { candidates } }
    await addCandidates(sql, { sandboxId, made: 0, count: SANDBOX_SEED, now })
    failpoint('seed-before-commit')
    return { body: { candidates: SANDBOX_SEED } }
  }),
)

const applyInSandbox = route<typeof endpoints.applyInSandbox, BaseEnv, JobLookUps>(
  endpoints.applyInSandbox,
  async (context) => {
    const { caller, body, now, commit } = context
    const { jobId, count, screening } = body
    const job = await findOpenJob(context, jobId)
    const sandboxId = sandboxOf(caller)!
    const reply = await commit(async (sql) => {
      const held = await lockRoom(sql, sandboxId, { applications: count })
      const persons: Person[] = await lockCandidatesFor(sql, { sandboxId, jobId, limit: count, now })
      const missing = count - persons.length
      if (missing > 0) {
        assertRoom('candidates', held.candidates, missing)
        const made = held.candidates + held.erased
        persons.push(...(await addCandidates(sql, { sandboxId, made, count: missing, now })))
      }
      const items = []
      for (const [place, person] of persons.entries()) {
        const screeningAnswers = screening === 'missing' ? [] : answersTo(job.screeningQuestions, place)
        const coverLetter = letterOf(person, job)
        const submission = {
          candidateId: person.id,
          jobId,
          applicationType: 'Web',
          coverLetter,
          screeningAnswers,
        } as const
        const { application } = await submit(sql, context, job, submission)
        items.push({ applicationId: application.id, candidateId: person.id })
        failpoint('sandbox-apply')
      }
      return { body: { items } }
    })
    failpoint('sandbox-apply-after-commit')
    return reply
  },
)

function letterOf({ firstName, lastName, headline }: Person, { title, employerName }: OpenJob): string {
  const present = headline ? ` I work as ${headline}.` : ''
  return `Dear team of ${employerName},\n\nI would like to work with you as ${title}.${present}\n\n${firstName} ${lastName}`
}

function answersTo(questions: ScreeningQuestion[], place: number): ScreeningAnswer[] {
  return questions.map(({ id, type, options }) => {
    if (type === 'YesNo') return { questionId: id, answer: true }
    if (type === 'Number') return { questionId: id, answer: 3 + (place % 10) }
    const choice = options[place % options.length]
    return { questionId: id, answer: choice ?? 'Several years, most of them in my present position.' }
  })
}

/** Locks a candidate of the caller's sandbox. Throws not_found. */
async function lockOwn(sql: Tx, caller: Caller, candidateId: number): Promise<void> {
  const { sandboxId } = await lockCandidate(sql, candidateId)
  if (sandboxId !== sandboxOf(caller)) throw notFound()
}

const lapse = route(endpoints.lapseConsent, (context) =>
  context.commit(async (sql) => {
    const { caller, params, now } = context
    const { candidateId } = params
    await lockOwn(sql, caller, candidateId)
    const { consentExpiresAt } = await changeConsent(sql, candidateId, now, withdrawn)
    await recordAudit(sql, context, {
      action: 'lapse-consent',
      entity: { type: 'candidate', id: candidateId },
      before: null,
      after: { consentExpiresAt },
    })
    return {}
  }),
)

const reset = route(endpoints.resetApplies, (context) =>
  context.commit(async (sql) => {
    const { caller, params, now } = context
    const { candidateId } = params
    await lockOwn(sql, caller, candidateId)
    const used = await deleteDay(sql, candidateId, utcDay(now))
    await recordAudit(sql, context, {
      action: 'reset-applies',
      entity: { type: 'candidate', id: candidateId },
      before: { used },
      after: { used: 0 },
    })
    return {}
  }),
)

/** The candidates of a sandbox: made, counted, and what they do on request. */
export const sandboxRoutes: Route<BaseEnv, JobLookUps>[] = [
  seed,
  route(countSandboxCandidates, async ({ sql, params }) => {
    const { sandboxId } = params
    const { candidates, applications } = await countHeld(sql, sandboxId)
    const isGone = await isRetired(sql, sandboxId)
    return { body: { candidates, applications, ...(isGone && { isRetired: true as const }) } }
  }),
  applyInSandbox,
  lapse,
  reset,
]
