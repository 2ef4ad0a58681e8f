import { postJson } from '@jobboard/jobboard/demo/post-json'
import { jobDraft } from '@jobboard/testkit/job-draft'
import type { Bench } from './benchmark.ts'
import { mapConcurrently } from './load.ts'

const DAY_MS = 86_400_000
const CREDITS = 500_000
const CREDIT_KINDS = ['JobPosting', 'CvSearch', 'CvDownload']

export interface Employer {
  id: number
  keys: string[]
  /** Published. */
  jobIds: number[]
  /** Of its webhook subscription. */
  webhookSecret?: string
}

/** Creates an employer with keys, credits for what they may do, and where asked for a webhook subscription and published
 * jobs. Requests per minute and key are limited. */
export async function createEmployer(
  { admin, stack }: Bench,
  wanted: { scopes: string[]; keys: number; jobs?: number; webhookUrl?: string; events?: string[] },
): Promise<Employer> {
  const { id } = await admin<{ id: number }>('/admin/v1/employers', { name: 'Bench', isTrustedPartner: true })
  const path = `/admin/v1/employers/${id}`
  const used = wanted.jobs ? ['JobPosting', ...wanted.scopes] : wanted.scopes
  for (const kind of CREDIT_KINDS.filter((one) => used.includes(one))) {
    await admin(`${path}/credits`, { kind, amount: CREDITS })
  }
  const mint = async (name: string, scopes: string[]) =>
    (await admin<{ apiKey: string }>(`${path}/api-keys`, { name, scopes })).apiKey
  const keys = await mapConcurrently(wanted.keys, 4, (i) => mint(`bench ${i}`, wanted.scopes))
  const employer: Employer = { id, keys, jobIds: [] }
  if (wanted.webhookUrl) {
    const body = { url: wanted.webhookUrl, ...(wanted.events && { events: wanted.events }) }
    employer.webhookSecret = (
      await admin<{ signingSecret: string }>(`${path}/webhook-subscriptions`, body)
    ).signingSecret
  }
  if (wanted.jobs) {
    const key = await mint('jobs', ['JobPosting'])
    employer.jobIds = await mapConcurrently(wanted.jobs, 1, () => publishJob(stack.baseUrl, key))
  }
  return employer
}

let candidates = 0

/** Creates candidates with a key each, and returns the keys. */
export function createCandidates({ admin }: Bench, count: number, scopes: string[]): Promise<string[]> {
  return mapConcurrently(count, 4, async () => {
    const number = candidates++
    const name = { firstName: 'Sam', lastName: `Number${number}`, email: `bench-${number}@example.com` }
    const person = { ...name, headline: 'Rigger', summary: 'Rigger and crane operator. '.repeat(20) }
    const { id } = await admin<{ id: number }>('/admin/v1/candidates', person)
    const path = `/admin/v1/candidates/${id}/api-keys`
    return (await admin<{ apiKey: string }>(path, { name: 'bench', scopes })).apiKey
  })
}

export async function publishJob(baseUrl: string, apiKey: string): Promise<number> {
  const { id } = await postJson<{ id: number }>(baseUrl, apiKey, '/api/v1/jobs', jobDraft)
  const expiryDate = new Date(Date.now() + DAY_MS)
  await postJson(baseUrl, apiKey, `/api/v1/jobs/${id}/publish`, { expiryDate })
  return id
}

/** Applications of one candidate: as many as a day admits, each to another job. */
export const APPLIES_EACH = 10

/** Applies as the i-th of all: at any moment those that wait are of different candidates. Returns the application. */
export async function applyAs(
  baseUrl: string,
  { jobIds }: Employer,
  candidateKeys: string[],
  i: number,
): Promise<{ id: number; jobId: number }> {
  const jobId = jobIds[Math.floor(i / candidateKeys.length)]
  if (jobId === undefined) throw new Error('there are too few candidates for this load')
  const key = candidateKeys[i % candidateKeys.length]!
  const path = '/api/v1/me/applications'
  const { application } = await postJson<{ application: { id: number } }>(baseUrl, key, path, {
    jobId,
    confirm: true,
  })
  return { id: application.id, jobId }
}
