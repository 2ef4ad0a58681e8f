import type { Client } from '@jobboard/testkit/client'
import type { System } from './system.ts'

/** Who the workload acts for: one employer with many keys, because each key has a limit per minute, and candidates. */
export interface People {
  employerId: number
  subscriptionId: number
  employerKeys: Client[]
  candidates: { id: number; api: Client }[]
  /** Jobs to apply for, published before the first fault. */
  jobIds: number[]
}

/** Credits of each kind that the employer is granted. */
export const GRANTED = 100_000
const EMPLOYER_KEYS = 8
const JOBS_TO_APPLY_FOR = 10
const EXPIRY_DATE = new Date(Date.now() + 30 * 86_400_000).toISOString()

/** Creates the employer, its webhook subscription, jobs and that many candidates. */
export async function createPeople(
  system: Pick<System, 'admin' | 'api' | 'receiver'>,
  candidateCount: number,
): Promise<People> {
  const { admin, api } = system
  const { id: employerId } = await created(admin, '/admin/v1/employers', {
    name: 'Harbour Cranes',
    hasActiveContract: true,
  })
  const path = `/admin/v1/employers/${employerId}`
  for (const kind of ['JobPosting', 'CvSearch', 'CvDownload'])
    await created(admin, `${path}/credits`, { kind, amount: GRANTED })
  const subscription = await created(admin, `${path}/webhook-subscriptions`, { url: system.receiver.url })
  const scopes = ['JobPosting', 'Applications', 'CvSearch']
  const employerKeys: Client[] = []
  for (let i = 0; i < EMPLOYER_KEYS; i++) {
    const key = await created(admin, `${path}/api-keys`, { name: `load ${i}`, scopes })
    await admin.post(`/admin/v1/api-keys/${key.id}/approve`, {})
    employerKeys.push(api(key.apiKey))
  }
  const candidates: People['candidates'] = []
  for (let i = 0; i < candidateCount; i++) candidates.push(await createCandidate(system, i))
  const jobIds: number[] = []
  for (let i = 0; i < JOBS_TO_APPLY_FOR; i++) {
    const { id } = await created(employerKeys[0]!, '/api/v1/jobs', jobBody(`Crane ${i}`))
    await employerKeys[0]!.post(`/api/v1/jobs/${id}/publish`, publishBody)
    jobIds.push(id)
  }
  return { employerId, subscriptionId: subscription.id, employerKeys, candidates, jobIds }
}

/** A job that can be published. */
export const jobBody = (title: string) => ({
  title,
  description: 'Operates a crane.',
  city: 'Oslo',
  country: 'NO',
  remoteType: 'OnSite',
  employmentType: 'FullTime',
  applyMethod: 'PlatformApply',
})
export const publishBody = { expiryDate: EXPIRY_DATE }

async function createCandidate({ admin, api }: Pick<System, 'admin' | 'api'>, i: number) {
  const person = {
    firstName: 'Kim',
    lastName: `Number${i}`,
    email: `kim${i}@example.com`,
    headline: 'rigger',
  }
  const { id } = await created(admin, '/admin/v1/candidates', person)
  const key = await created(admin, `/admin/v1/candidates/${id}/api-keys`, {
    name: 'load',
    scopes: ['Profile', 'Applications', 'Apply'],
  })
  return { id, api: api(key.apiKey) }
}

async function created(to: Client, path: string, body: unknown) {
  const response = await to.post(path, body)
  if (response.status !== 201) throw new Error(`${path}: ${response.status} ${response.text}`)
  return response.body
}
