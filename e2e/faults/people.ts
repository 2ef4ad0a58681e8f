import { randomUUID } from 'node:crypto'
import type { Client } from '@jobboard/testkit/client'
import { jobDraft } from '@jobboard/testkit/job-draft'
import type { System } from './fault.ts'
import { untilSuccess } from './retry.ts'

/** Who the load acts for. Each key has a limit per minute, so that there are many. */
export interface People {
  employerId: number
  subscriptionId: number
  /** Keys of careful clients. */
  keys: Client[]
  /** Keys of clients that repeat nothing. */
  hastyKeys: Client[]
  candidates: Candidate[]
  /** Jobs to apply for, published before the first fault. */
  jobIds: number[]
  /** Another employer, for keys that are minted and candidates who are erased, with a job to apply for. */
  other: { employerId: number; jobId: number }
}

export interface Candidate {
  id: number
  api: Client
}

/** Credits of each kind that the employer is granted. */
export const GRANTED = 100_000
const KEYS = 8
const CANDIDATES = 20
const JOBS_TO_APPLY_FOR = 10
const EXPIRY_DATE = new Date(Date.now() + 30 * 86_400_000).toISOString()

/** A job that can be published. */
export const jobBody = (title: string) => ({ ...jobDraft, title })
export const publishBody = { expiryDate: EXPIRY_DATE }

/** Creates the employers, a webhook subscription, jobs, and the first candidates. */
export async function createPeople(system: System): Promise<People> {
  const { admin, receiver } = system
  const employerId = await createEmployer(system, 'Harbour Cranes')
  const path = `/admin/v1/employers/${employerId}`
  for (const kind of ['JobPosting', 'CvSearch', 'CvDownload'])
    await created(admin, `${path}/credits`, { kind, amount: GRANTED })
  const subscription = await created(admin, `${path}/webhook-subscriptions`, { url: receiver.url })
  const scopes = ['JobPosting', 'Applications', 'CvSearch']
  const keys = await Promise.all(Array.from({ length: KEYS }, () => mintKey(system, employerId, scopes)))
  const hastyKeys = await Promise.all(keys.map(() => mintKey(system, employerId)))
  const candidates: Candidate[] = []
  for (let i = 0; i < CANDIDATES; i++) candidates.push(await createCandidate(system))
  const jobIds: number[] = []
  for (let i = 0; i < JOBS_TO_APPLY_FOR; i++) jobIds.push(await publishedJob(keys[0]!, `Crane ${i}`))

  const otherId = await createEmployer(system, 'Keys')
  await created(admin, `/admin/v1/employers/${otherId}/credits`, { kind: 'JobPosting', amount: 1 })
  const jobId = await publishedJob(await mintKey(system, otherId), 'Lamp maker')
  const other = { employerId: otherId, jobId }
  return { employerId, subscriptionId: subscription.id, keys, hastyKeys, candidates, jobIds, other }
}

/** A client with a new key of the employer. */
export async function mintKey(
  { admin, api }: Pick<System, 'admin' | 'api'>,
  employerId: number,
  scopes = ['JobPosting'],
): Promise<Client> {
  const path = `/admin/v1/employers/${employerId}/api-keys`
  return api((await created(admin, path, { name: 'load', scopes })).apiKey)
}

/** One more candidate who can apply. */
export async function createCandidate({ admin, api }: System): Promise<Candidate> {
  const email = `${randomUUID()}@people.example`
  const person = { firstName: 'Kim', lastName: 'Number', email, headline: 'rigger' }
  const { id } = await created(admin, '/admin/v1/candidates', person)
  const scopes = ['Profile', 'Applications', 'Apply']
  const key = await created(admin, `/admin/v1/candidates/${id}/api-keys`, { name: 'load', scopes })
  return { id, api: api(key.apiKey) }
}

export async function createEmployer({ admin }: System, name: string): Promise<number> {
  const body = { name, hasActiveContract: true, isTrustedPartner: true }
  return (await created(admin, '/admin/v1/employers', body)).id
}

async function publishedJob(key: Client, title: string): Promise<number> {
  const { id } = await created(key, '/api/v1/jobs', jobBody(title))
  const { status, text } = await key.post(`/api/v1/jobs/${id}/publish`, publishBody)
  if (status !== 200) throw new Error(text)
  return id
}

/** Also while a fault lasts: the load creates candidates. */
async function created(api: Client, path: string, body: unknown) {
  return (await untilSuccess({ api, path, body }, () => {})).body
}
