import { fullName } from '@jobboard/contracts/text'
import type { Call } from '@jobboard/service/lifecycle/call'
import data from '../../sample/demo-data.json' with { type: 'json' }
import { addCreditsAt, agoOf, datedPost, operationOf } from './dated.ts'
import type { Demo } from './demo-file.ts'
import { addHistory } from './history.ts'
import { postJson } from './post-json.ts'

/** For how long a repeated request returns what the first one did. */
const RESUMABLE_MS = 23 * 3_600_000
const CREDITS = { JobPosting: 1_000, CvSearch: 1_000, CvDownload: 1_000 }
const SCOPES = ['JobPosting', 'Applications', 'CvSearch', 'Webhooks']
/** How long ago, in days, the demo employers came, and published their jobs for 60 days more than that of the first one. */
const HISTORY = { employers: 60, jobs: [42, 35] }

/** Where the APIs of a running system are, and its admin token. */
export type Addresses = Pick<Demo, 'baseUrl' | 'adminUrl' | 'adminToken'>

interface Options {
  signal?: AbortSignal | undefined
  /** Stores what is there so far: with it a seed that was interrupted is completed by the next one. */
  save?: (demo: Demo) => void
  /** Calls services with `DATED_CALLS`: the first employer has weeks of work then. */
  history?: { call: Call; webhookUrl?: string | undefined } | undefined
}

/** Adds demo employers, candidates and jobs, one after the other: on a fresh installation each has the same id every time.
 * Returns the data of an earlier run with the present addresses when this system has it; a candidate of it who was erased is
 * added again. Every request has an `Idempotency-Key` of its content, so a seed that broke off is repeated as a whole. */
export async function seed(
  addresses: Addresses,
  earlier: Demo | undefined,
  log: (line: string) => void,
  { signal, save = () => {}, history }: Options = {},
): Promise<Demo> {
  const { baseUrl, adminUrl, adminToken } = addresses
  const accepts = (apiKey: string | undefined) => isAccepted(baseUrl, apiKey, signal)
  if (earlier && earlier.begunAt === undefined && (await accepts(earlier.employers[0]?.apiKey))) {
    return mended(earlier)
  }
  const begun = begunOf(earlier)
  log(begun ? 'Completing the demo data…' : 'Adding demo data…')
  const begunAt = begun ?? new Date()
  const startedMs = performance.now()
  const poster =
    (base: string, token: string): Post =>
    (path, body) =>
      postJson(base, token, path, body, signal, operationOf(begunAt, path, body))
  const admin = poster(adminUrl, adminToken)
  const dated = (caller: Parameters<typeof datedPost>[1], daysAgo: number): Post => {
    const post = datedPost(history!.call, caller)
    return (path, body) => post(path, body, agoOf(begunAt, daysAgo), operationOf(begunAt, path, body))
  }
  const demo: Demo = { ...addresses, employers: [], candidates: [], begunAt: begunAt.toISOString() }
  save(demo)

  const users: number[] = []
  const adminThen = history ? dated({ kind: 'admin', actor: 'operator' }, HISTORY.employers) : admin
  for (const name of data.employers) {
    const { userId, ...employer } = await addEmployer(adminThen, name)
    for (const [kind, amount] of Object.entries(CREDITS)) {
      const path = `/admin/v1/employers/${employer.id}/credits`
      if (history)
        await addCreditsAt(history.call, employer.id, kind, amount, agoOf(begunAt, HISTORY.employers))
      else await admin(path, { kind, amount, reason: 'demo' })
    }
    users.push(userId)
    demo.employers.push(employer)
  }
  for (const profile of data.candidates) demo.candidates.push(await addCandidate(admin, profile))
  const jobs: number[] = []
  for (const [index, { id: employerId, apiKey }] of demo.employers.entries()) {
    const caller = {
      kind: 'recruiter',
      employerId,
      userId: users[index]!,
      keyId: null,
      scopes: SCOPES,
    } as const
    for (const [n, job] of data.jobs.entries()) {
      const daysAgo = history ? HISTORY.jobs[n]! : 0
      const post = history ? dated(caller, daysAgo) : poster(baseUrl, apiKey)
      const { id } = await post<{ id: number }>('/api/v1/jobs', job)
      await post(`/api/v1/jobs/${id}/publish`, { expiryDate: agoOf(begunAt, -60) })
      jobs.push(id)
    }
  }
  save(demo)
  if (history) {
    const [employer] = demo.employers
    const [userId] = users
    await addHistory({ ...history, begunAt, signal, employerId: employer!.id, userId: userId!, jobs })
  }
  log(`The demo data is there (${((performance.now() - startedMs) / 1_000).toFixed(1)} s).`)
  const { begunAt: _, ...complete } = demo
  return complete

  async function mended(found: Demo): Promise<Demo> {
    const candidates = []
    for (const [index, candidate] of found.candidates.entries()) {
      const profile = data.candidates[index]
      if (!profile || (await accepts(candidate.apiKey))) candidates.push(candidate)
      else {
        log(`${candidate.name} was erased: adding the demo candidate again…`)
        const post: Post = (path, body) => postJson(adminUrl, adminToken, path, body, signal)
        candidates.push(await addCandidate(post, profile))
      }
    }
    return { ...found, ...addresses, candidates }
  }
}

/** When the seed was begun that shall be completed. */
function begunOf(earlier: Demo | undefined): Date | undefined {
  if (earlier?.begunAt === undefined) return undefined
  const begunAt = new Date(earlier.begunAt)
  return Date.now() - begunAt.getTime() < RESUMABLE_MS ? begunAt : undefined
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
  const apiKey = await mintKey(admin, id, 'Demo key', user.id)
  const userlessApiKey = await mintKey(admin, id, 'Demo key without a user')
  return { id, name, apiKey, userlessApiKey, userId: user.id }
}

async function mintKey(admin: Post, employerId: number, name: string, userId?: number): Promise<string> {
  const key = await admin<{ id: number; apiKey: string }>(`/admin/v1/employers/${employerId}/api-keys`, {
    name,
    scopes: SCOPES,
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
