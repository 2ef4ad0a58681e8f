import { fullName } from '@jobboard/contracts/text'
import data from '../../sample/demo-data.json' with { type: 'json' }
import type { Demo } from './demo-file.ts'
import { postJson } from './post-json.ts'

const DAY_MS = 86_400_000
const CREDITS = { JobPosting: 1_000, CvSearch: 1_000, CvDownload: 1_000 }

/** Where the APIs of a running system are, and its admin token. */
export type Addresses = Pick<Demo, 'baseUrl' | 'adminUrl' | 'adminToken'>

/** Adds demo employers, candidates and jobs through the same APIs that clients use, one after the other: on a fresh
 * installation each has the same id every time. Returns the data of an earlier run with the present addresses when this
 * system has it; a candidate of it who was erased is added again. */
export async function seed(
  addresses: Addresses,
  earlier: Demo | undefined,
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<Demo> {
  const { baseUrl, adminUrl, adminToken } = addresses
  const poster =
    (base: string, token: string): Post =>
    (path, body) =>
      postJson(base, token, path, body, signal)
  const admin = poster(adminUrl, adminToken)
  const accepts = (apiKey: string | undefined) => isAccepted(baseUrl, apiKey, signal)
  if (earlier && (await accepts(earlier.employers[0]?.apiKey))) {
    const candidates = []
    for (const [index, candidate] of earlier.candidates.entries()) {
      const profile = data.candidates[index]
      if (!profile || (await accepts(candidate.apiKey))) candidates.push(candidate)
      else {
        log(`${candidate.name} was erased: adding the demo candidate again…`)
        candidates.push(await addCandidate(admin, profile))
      }
    }
    return { ...earlier, ...addresses, candidates }
  }

  log('Adding demo data…')
  const employers = []
  for (const name of data.employers) employers.push(await addEmployer(admin, name))
  const candidates = []
  for (const profile of data.candidates) candidates.push(await addCandidate(admin, profile))
  for (const { apiKey } of employers) await addJobs(poster(baseUrl, apiKey))
  return { ...addresses, employers, candidates }
}

/** The user of a demo employer, without the role. */
export const demoUser = (employerId: number) => ({
  name: 'Robin Recruiter',
  email: `robin@employer-${employerId}.example.com`,
})

type Post = <T>(path: string, body: unknown) => Promise<T>

/** True when this system knows the key. */
async function isAccepted(baseUrl: string, apiKey: string | undefined, signal?: AbortSignal) {
  const response = await fetch(`${baseUrl}/api/v1/key`, {
    headers: { authorization: `Bearer ${apiKey}` },
    ...(signal && { signal }),
  })
  return response.status !== 401
}

async function addEmployer(admin: Post, name: string) {
  const { id } = await admin<{ id: number }>('/admin/v1/employers', { name, hasActiveContract: true })
  const user = await admin<{ id: number }>(`/admin/v1/employers/${id}/users`, {
    ...demoUser(id),
    role: 'EmployerAdmin',
  })
  for (const [kind, amount] of Object.entries(CREDITS)) {
    await admin(`/admin/v1/employers/${id}/credits`, { kind, amount, reason: 'demo' })
  }
  const apiKey = await mintKey(admin, id, 'Demo key', user.id)
  const userlessApiKey = await mintKey(admin, id, 'Demo key without a user')
  return { id, name, apiKey, userlessApiKey }
}

async function mintKey(admin: Post, employerId: number, name: string, userId?: number): Promise<string> {
  const scopes = ['JobPosting', 'Applications', 'CvSearch', 'Webhooks']
  const key = await admin<{ id: number; apiKey: string }>(`/admin/v1/employers/${employerId}/api-keys`, {
    name,
    scopes,
    userId,
  })
  // A key with CvSearch needs an approval (D-15).
  await admin(`/admin/v1/api-keys/${key.id}/approve`, {})
  return key.apiKey
}

async function addCandidate(admin: Post, profile: (typeof data.candidates)[number]) {
  const { id } = await admin<{ id: number }>('/admin/v1/candidates', profile)
  const { apiKey } = await admin<{ apiKey: string }>(`/admin/v1/candidates/${id}/api-keys`, {
    name: 'Demo key',
    scopes: ['Profile', 'Applications', 'Apply'],
  })
  return { id, name: fullName(profile), apiKey }
}

async function addJobs(post: Post): Promise<void> {
  for (const job of data.jobs) {
    const { id } = await post<{ id: number }>('/api/v1/jobs', job)
    await post(`/api/v1/jobs/${id}/publish`, { expiryDate: new Date(Date.now() + 60 * DAY_MS) })
  }
}
