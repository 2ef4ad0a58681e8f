import { postJson } from '@jobboard/jobboard/demo/post-json'
import type { Settings } from '@jobboard/stack/settings'
import type { Stack } from '@jobboard/stack/stack'
import { mapConcurrently } from '../concurrency.ts'

const DAY_MS = 86_400_000
// A key may read and move 60 applications a minute: enough for 80 rounds a second.
const EMPLOYER_KEYS = 400
/** Applications of one candidate: as many as a day admits, each to another job. */
export const APPLIES_EACH = 10
const CREDITS = 500_000

/** An employer with keys, credits, a webhook subscription and published jobs. */
export interface Employer {
  keys: string[]
  jobIds: number[]
}

/** Creates the employer. */
export async function createEmployer(
  stack: Stack,
  settings: Settings,
  receiverUrl: string,
): Promise<Employer> {
  const admin = openAdmin(stack, settings)
  const { id } = await admin<{ id: number }>('/admin/v1/employers', { name: 'Soak', isTrustedPartner: true })
  const path = `/admin/v1/employers/${id}`
  for (const kind of ['JobPosting', 'CvSearch']) await admin(`${path}/credits`, { kind, amount: CREDITS })
  await admin(`${path}/webhook-subscriptions`, { url: receiverUrl })
  const scopes = ['JobPosting', 'Applications', 'CvSearch']
  const keys = await mapConcurrently(EMPLOYER_KEYS, 4, async (i) => {
    return (await admin<{ apiKey: string }>(`${path}/api-keys`, { name: `soak ${i}`, scopes })).apiKey
  })
  const jobIds = await mapConcurrently(APPLIES_EACH, 1, () => publishJob(stack.baseUrl, keys[0]!))
  return { keys, jobIds }
}

/** Creates `count` candidates with a key each; `from` is the number of those that exist. */
export function createCandidates(
  stack: Stack,
  settings: Settings,
  from: number,
  count: number,
): Promise<string[]> {
  const admin = openAdmin(stack, settings)
  return mapConcurrently(count, 4, async (i) => {
    const number = from + i
    const name = { firstName: 'Sam', lastName: `Number${number}`, email: `soak-${number}@example.com` }
    const person = { ...name, headline: 'rigger', summary: 'Rigger and crane operator. '.repeat(20) }
    const { id } = await admin<{ id: number }>('/admin/v1/candidates', person)
    const key = { name: 'soak', scopes: ['Profile', 'Applications', 'Apply'] }
    return (await admin<{ apiKey: string }>(`/admin/v1/candidates/${id}/api-keys`, key)).apiKey
  })
}

/** Creates and publishes a job; resolves with its id. */
export async function publishJob(baseUrl: string, apiKey: string): Promise<number> {
  const place = { city: 'Oslo', country: 'NO', remoteType: 'OnSite' }
  const work = { title: 'Rigger', description: 'Rigs cranes.', employmentType: 'FullTime' }
  const { id } = await postJson<{ id: number }>(baseUrl, apiKey, '/api/v1/jobs', {
    ...work,
    ...place,
    applyMethod: 'PlatformApply',
  })
  await postJson(baseUrl, apiKey, `/api/v1/jobs/${id}/publish`, {
    expiryDate: new Date(Date.now() + DAY_MS),
  })
  return id
}

function openAdmin(stack: Stack, settings: Settings) {
  return <T>(path: string, body: unknown) => postJson<T>(stack.adminUrl, settings.adminToken, path, body)
}
