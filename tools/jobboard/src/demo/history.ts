import { setTimeout as sleep } from 'node:timers/promises'
import type { ApplicationStatus } from '@jobboard/contracts/applications/application'
import { changeApplicationStatus, listAllApplications } from '@jobboard/contracts/applications/endpoints'
import { withdrawApplication } from '@jobboard/contracts/applications/internal'
import { createNote } from '@jobboard/contracts/applications/notes'
import { apply, submitApplication } from '@jobboard/contracts/applications/own'
import { replaceRejectionReasons } from '@jobboard/contracts/applications/rejection-reasons'
import { putScorecard, recommendations } from '@jobboard/contracts/applications/scorecards'
import { assignTag } from '@jobboard/contracts/applications/tags'
import { createCandidate } from '@jobboard/contracts/candidates/admin'
import { createUser, type userRoles } from '@jobboard/contracts/employers/users'
import type { Endpoint, ResponseBody } from '@jobboard/contracts/endpoint'
import { closeJob, createJob, publishJob } from '@jobboard/contracts/jobs/endpoints'
import { mintCandidateKey, mintRecruiterKey } from '@jobboard/contracts/keys/admin'
import { getCandidate, searchCandidates } from '@jobboard/contracts/search/search'
import { createSubscription, listSubscriptions } from '@jobboard/contracts/webhooks/subscriptions'
import type { Caller } from '@jobboard/service/auth/caller'
import type { Call, CallInput } from '@jobboard/service/lifecycle/call'
import data from '../../sample/demo-history.json' with { type: 'json' }
import { agoOf, operationOf, TIMEOUT_MS } from './dated.ts'

/** Calls at the same time: more only wait for each other on a small machine. */
const AT_ONCE = 8
/** Applications of the last days reach the webhook endpoint. */
const WEBHOOK_DAYS = 5
const ARRIVE_MS = 60_000
const POLL_MS = 60

interface History {
  call: Call
  /** Where deliveries go; without it there is no webhook endpoint. */
  webhookUrl?: string | undefined
  begunAt: Date
  signal?: AbortSignal | undefined
  employerId: number
  /** The EmployerAdmin. */
  userId: number
  /** Its published jobs and those of others, as `seed` has created them. */
  jobs: readonly number[]
}

type Reference = keyof typeof data.statuses

/** One application of the plan, in days before the beginning. */
interface Planned {
  jobId: number
  person: number
  status: ApplicationStatus
  appliedDaysAgo: number
  /** Of all applications. */
  index: number
}

/** The steps to each status. */
const paths: Record<ApplicationStatus, ApplicationStatus[]> = {
  New: [],
  Screened: ['Screened'],
  Shortlisted: ['Shortlisted'],
  Interviewing: ['Screened', 'Interviewing'],
  Interviewed: ['Shortlisted', 'Interviewing', 'Interviewed'],
  Offered: ['Shortlisted', 'Interviewed', 'Offered'],
  Hired: ['Shortlisted', 'Interviewed', 'Offered', 'Hired'],
  Rejected: ['Screened', 'Rejected'],
  Withdrawn: ['Withdrawn'],
}

/** Weeks of work of one employer, through the same actions as everything else, so that history, events and ledger are real:
 * colleagues, jobs, applications in every status, tags, notes, scorecards, searches, an unlocked profile and a webhook
 * endpoint. Needs services with `DATED_CALLS`. Repeated with the same `begunAt` it adds nothing twice. */
export async function addHistory(history: History): Promise<void> {
  const { call, begunAt, signal, employerId, userId, webhookUrl } = history
  const ago = (days: number) => agoOf(begunAt, days)
  const operator: Caller = { kind: 'admin', actor: 'operator' }
  const person = (id: number): Caller => {
    const scopes = ['JobPosting', 'Applications', 'CvSearch', 'Webhooks']
    return { kind: 'recruiter', employerId, userId: id, keyId: null, scopes }
  }
  const as = <E extends Endpoint>(caller: Caller, endpoint: E, input: CallInput<E>, daysAgo: number) => {
    signal?.throwIfAborted()
    const idempotencyKey = operationOf(begunAt, endpoint.name, [input, daysAgo])
    return call(endpoint, input, { caller, at: ago(daysAgo), idempotencyKey, timeoutMs: TIMEOUT_MS })
  }
  const robin = person(userId)
  const params = { employerId }

  const [colleagues, candidates, jobs] = await Promise.all([
    inOrder(data.colleagues, async ({ name, email, role }) => {
      const address = `${email}@employer-${employerId}.example.com`
      const body = { name, role: role as (typeof userRoles)[number], email: address }
      return person((await as(operator, createUser, { params, body }, 58)).id)
    }),
    atOnce(data.people, async (row, index) => {
      const body = profileOf(row, index) as never
      return (await as(operator, createCandidate, { body }, 90 - index / 4)).id
    }),
    inOrder(data.jobs, async ({ draft, reference, publishedDaysAgo, days }) => {
      const body = { ...draft, reference } as never
      const created = await as(robin, createJob, { body }, (publishedDaysAgo ?? 2) + 1)
      if (publishedDaysAgo !== undefined) {
        const expiryDate = ago(publishedDaysAgo - days!)
        await as(robin, publishJob, { params: { id: created.id }, body: { expiryDate } }, publishedDaysAgo)
      }
      return created
    }),
    as(robin, replaceRejectionReasons, { body: data.rejectionReasons }, 55),
    as(
      operator,
      mintRecruiterKey,
      { params, body: { name: 'Reporting export', scopes: ['CvSearch'], userId } },
      1,
    ),
  ])
  const planned = planOf([...history.jobs.slice(0, 2), ...jobs.map(({ id }) => id)])
  const questionsOf = new Map(jobs.map(({ id, screeningQuestions = [] }) => [id, screeningQuestions]))
  const keys = new Map<number, number>()

  const submit = async ({ jobId, person: who, appliedDaysAgo, index, status }: Planned): Promise<number> => {
    const candidateId = candidates[who]!
    const questions = questionsOf.get(jobId) ?? []
    const tool = pick(['Metabase', 'Grafana', 'A spreadsheet'], index)
    const screeningAnswers = questions.map(({ id, type }) => {
      return { questionId: id, answer: type === 'YesNo' ? true : tool }
    })
    const coverLetter = index % 3 === 0 ? null : pick(data.letters, index)
    const letter = { screeningAnswers, coverLetter }
    if (index % 6 === 1 || status === 'Withdrawn') {
      const body = { name: 'Assistant', scopes: ['Applications' as const, 'Apply' as const] }
      const key = await as(operator, mintCandidateKey, { params: { candidateId }, body }, appliedDaysAgo + 1)
      keys.set(candidateId, key.id)
      const scopes = ['Applications', 'Apply']
      const caller: Caller = { kind: 'candidate', candidateId, keyId: key.id, scopes }
      const body2 = { jobId, confirm: true as const, ...letter }
      return (await as(caller, apply, { body: body2 }, appliedDaysAgo)).application.id
    }
    const applicationType = index % 5 === 0 ? 'Email' : 'Web'
    const body = { candidateId, applicationType, ...letter } as const
    return (await as(operator, submitApplication, { params: { jobId }, body }, appliedDaysAgo)).id
  }
  const byTime = planned.toSorted((a, b) => b.appliedDaysAgo - a.appliedDaysAgo)
  const isLate = ({ appliedDaysAgo }: Planned) => appliedDaysAgo < WEBHOOK_DAYS
  const earlier = byTime.filter((one) => !isLate(one))
  const ids = await atOnce(earlier, submit)
  if (webhookUrl) {
    const body = { url: webhookUrl, events: ['application.submitted' as const] }
    await arrived(call, robin, earlier.length)
    // A secret is shown once, so the same request would register another endpoint.
    const registered = await call(listSubscriptions, { params }, { caller: operator, timeoutMs: TIMEOUT_MS })
    if (registered.length === 0) await as(operator, createSubscription, { params, body }, WEBHOOK_DAYS)
  }
  ids.push(...(await atOnce(byTime.filter(isLate), submit)))
  await arrived(call, robin, planned.length)

  await atOnce(byTime, async (plan, place) => {
    const id = ids[place]!
    const { index, appliedDaysAgo, status } = plan
    // Half of the rejected were never screened.
    const steps = status === 'Rejected' && index % 2 === 1 ? ['Rejected' as const] : paths[status]
    const mover = index % 3 === 0 ? robin : colleagues[0]!
    for (const [step, to] of steps.entries()) {
      const daysAgo = appliedDaysAgo - ((appliedDaysAgo - 0.4) * (step + 1)) / (steps.length + 0.5)
      if (to === 'Withdrawn') {
        const candidateId = candidates[plan.person]!
        const input = { params: { candidateId, id }, body: { keyId: keys.get(candidateId)! } }
        await as({ kind: 'service', service: 'candidate' }, withdrawApplication, input, daysAgo)
        continue
      }
      const reason = pick(data.rejectionReasons, index).code
      const body = {
        status: to,
        expectedStatus: step === 0 ? ('New' as const) : steps[step - 1]!,
        ...(to === 'Rejected' && {
          rejectionReason: { code: reason, text: index % 2 === 0 ? pick(data.rejections, index) : null },
        }),
      }
      await as(mover, changeApplicationStatus, { params: { id }, body }, daysAgo)
      if (to === 'Interviewed' && (status !== 'Interviewed' || index % 6 !== 0))
        await score(id, index, daysAgo - 0.05)
    }
    const note = { text: pick(data.notes, index), level: 'application' as const }
    if (index % 5 === 2) await as(mover, createNote, { params: { id }, body: note }, appliedDaysAgo * 0.6)
    const tag = { label: pick(data.tags, index) }
    if (index % 3 === 1) await as(mover, assignTag, { params: { id }, body: tag }, appliedDaysAgo * 0.7)
  })

  async function score(id: number, index: number, daysAgo: number) {
    const { stage, criteria, comments } = data.scorecards
    for (const [n, author] of colleagues.entries()) {
      const ratings = criteria.map((criterion, at) => ({ criterion, score: 3 + ((index + at + n) % 3) }))
      const recommendation = recommendations[3 + ((index + n) % 2)]!
      const body = { recommendation, comments: pick(comments, index + n), ratings }
      await as(author, putScorecard, { params: { id, stage }, body }, daysAgo)
    }
  }

  for (const [index, query] of data.searches.entries()) {
    const body = { query, pageSize: 20 } as never
    const found = await as(robin, searchCandidates, { body }, 12 - 3 * index)
    const [first] = found.items
    if (index === 0 && first) await as(robin, getCandidate, { params: { id: first.candidateId } }, 11.9)
  }
  for (const [index, { closedDaysAgo }] of data.jobs.entries()) {
    if (closedDaysAgo !== undefined)
      await as(robin, closeJob, { params: { id: jobs[index]!.id } }, closedDaysAgo)
  }
}

/** The applications: of each job the oldest first. */
function planOf(jobIds: readonly number[]): Planned[] {
  const published: Record<Reference, number> = { 'DEMO-1': 41, 'DEMO-2': 34, 'DEMO-3': 27, 'DEMO-4': 39 }
  const ended: Partial<Record<Reference, number>> = { 'DEMO-4': 8 }
  const taken = new Set<number>()
  let index = 0
  return (Object.keys(data.statuses) as Reference[]).flatMap((reference, job) => {
    const statuses = data.statuses[reference] as ApplicationStatus[]
    const own = data.people.flatMap(([, , , , track], at) => (track === data.tracks[reference] ? [at] : []))
    // Who is not of this trade applies too, at first those who have not applied to another job.
    const others = data.people.map((_, at) => at).filter((at) => !own.includes(at))
    const people = [...own, ...others.sort((a, b) => Number(taken.has(a)) - Number(taken.has(b)))]
    const chosen = people.slice(0, statuses.length)
    for (const at of chosen) taken.add(at)
    // Each step is taken by somebody of the trade and by others.
    const inTurn = chosen.map((_, place) => chosen[(place * 11) % chosen.length]!)
    const [first, last] = [published[reference], ended[reference] ?? 0.3]
    return statuses.map((status, place) => {
      const appliedDaysAgo = first - ((first - last) * (place + ((place * 7) % 5) / 10)) / statuses.length
      return { jobId: jobIds[job]!, person: inTurn[place]!, status, appliedDaysAgo, index: index++ }
    })
  })
}

function profileOf(row: (typeof data.people)[number], index: number) {
  type Row = [...names: [string, string, string, string], track: keyof typeof data.profiles, years: number]
  const [firstName, lastName, city, country, track, years] = row as Row
  const { headlines, skills, employers, titles, work, summary } = data.profiles[track]
  const from = new Date(Date.UTC(2026 - years, index % 12, 1)).toISOString().slice(0, 7)
  const email = `${firstName}.${lastName}`
    .normalize('NFKD')
    .replace(/[^a-zA-Z.]/g, '')
    .toLowerCase()
  return {
    firstName,
    lastName,
    email: `${email}@example.com`,
    phone: `+1-555-${String(1_000 + index * 37).padStart(4, '0')}`,
    headline: pick(headlines, index),
    summary: `${pick(summary, index)} ${years} ${years === 1 ? 'year' : 'years'} in the field.`,
    city,
    country,
    skills: skills.filter((_, at) => (at + index) % 3 !== 0),
    employmentHistory: [
      {
        ...{ title: pick(titles, index), employer: pick(employers, index) },
        ...{ startMonth: from, description: pick(work, index) },
      },
    ],
  }
}

function pick<T>(values: readonly T[], index: number): T {
  return values[index % values.length]!
}

/** Waits until the applications have come to the employer: their events are on the way. */
async function arrived(call: Call, caller: Caller, count: number): Promise<void> {
  const endsAt = performance.now() + ARRIVE_MS
  for (;;) {
    const page: ResponseBody<typeof listAllApplications> = await call(
      listAllApplications,
      { query: { pageSize: 1 } },
      { caller, timeoutMs: TIMEOUT_MS },
    )
    if (page.total >= count) return
    if (performance.now() > endsAt)
      throw new Error(`Only ${page.total} of ${count} applications have arrived`)
    await sleep(POLL_MS)
  }
}

/** The results in the order of the values, of which `atMost` are in work at a time. */
async function atOnce<T, R>(
  values: readonly T[],
  act: (value: T, index: number) => Promise<R>,
  atMost = AT_ONCE,
): Promise<R[]> {
  const results: R[] = []
  const entries = values.entries()
  const worker = async () => {
    for (const [index, value] of entries) results[index] = await act(value, index)
  }
  await Promise.all(Array.from({ length: atMost }, worker))
  return results
}

const inOrder = <T, R>(values: readonly T[], act: (value: T, index: number) => Promise<R>) =>
  atOnce(values, act, 1)
