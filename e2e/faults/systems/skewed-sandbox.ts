import type { Client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import type { System } from '../fault.ts'
import { createCandidate, createEmployer, jobBody, mintKey, publishBody } from '../people.ts'

interface Sandbox {
  employerId: number
  recruiter: Client
  /** Undefined without a job to apply to. */
  candidate?: Client
}

/** A read of each service, of a recruiter unless it begins with `/api/v1/me`. */
const READS: Readonly<Record<string, string>> = {
  accounts: '/api/v1/employer/users',
  jobs: '/api/v1/jobs?pageSize=1',
  pipeline: '/api/v1/tags',
  candidate: '/api/v1/me/profile',
  search: '/api/v1/candidates/unlocks',
  webhook: '/api/v1/webhook-subscriptions',
}
/** A new sandbox needs these. */
const MAKERS = ['gateway', 'accounts', 'candidate']
const SCOPES = ['JobPosting', 'Applications', 'CvSearch', 'Webhooks']

export type SkewedSandbox = Awaited<ReturnType<typeof openSkewedSandbox>>

/** A sandbox beside services of a release that knows none. */
export async function openSkewedSandbox(system: System) {
  const { admin, api } = system
  const employerId = await createEmployer(system, 'Tidal Works')
  const path = `/admin/v1/employers/${employerId}`
  const live = await mintKey(system, employerId, SCOPES)
  const { api: liveCandidate } = await createCandidate(system)
  let sandbox: Sandbox | undefined
  /** A job and a candidate of every sandbox, which nobody live may meet. */
  const jobIds: number[] = []
  const candidateIds: number[] = []

  async function make(isNew: ReadonlySet<string>): Promise<Sandbox | number> {
    const made = await admin.post(`${path}/sandbox`)
    if (made.status !== 201) return made.status
    const minted = await admin.post(`/admin/v1/employers/${made.body.id}/api-keys`, {
      name: 't',
      scopes: SCOPES,
    })
    const recruiter = api(minted.body.apiKey)
    const own = { employerId: made.body.id, recruiter }
    if (!isNew.has('jobs')) return own
    const jobId = await publish(recruiter)
    const applied = await recruiter.post('/api/v1/sandbox/applications', { jobId, count: 1 })
    const { candidateId } = applied.body.items[0]
    candidateIds.push(candidateId)
    const scopes = ['Profile', 'Apply']
    const key = await recruiter.post(`/api/v1/sandbox/candidates/${candidateId}/keys`, { name: 't', scopes })
    return { ...own, candidate: api(key.body.apiKey) }
  }

  async function publish(recruiter: Client): Promise<number> {
    const { id } = (await recruiter.post('/api/v1/jobs', jobBody('Tide reader'))).body
    await recruiter.post(`/api/v1/jobs/${id}/publish`, publishBody)
    jobIds.push(id)
    return id
  }

  /** The gateway answers 503 for a service that refuses its caller: whether the services refuse a caller of the sandbox, or serve it. */
  async function checkReads(
    { recruiter, candidate }: Sandbox,
    isNew: ReadonlySet<string>,
  ): Promise<string[]> {
    const problems: string[] = []
    for (const [service, read] of Object.entries(READS)) {
      const caller = read.startsWith('/api/v1/me') ? candidate : recruiter
      if (!caller) continue
      const { status } = await caller.get(read)
      const expected = !isNew.has('gateway') ? 401 : isNew.has(service) ? 200 : 503
      if (status !== expected) problems.push(`sandbox: ${status} from ${service}, not ${expected}`)
    }
    return problems
  }

  /** Whether live callers meet what belongs to a sandbox. */
  async function checkLive(): Promise<string[]> {
    const meets: [string, Promise<{ status: number }>][] = [
      ...jobIds.flatMap((jobId): (typeof meets)[number][] => [
        ['a live candidate reads its job', liveCandidate.get(`/api/v1/me/jobs/${jobId}`)],
        ['a live candidate applies', liveCandidate.post('/api/v1/me/applications', { jobId, confirm: true })],
      ]),
      ...candidateIds.map((id): (typeof meets)[number] => [
        'a live recruiter unlocks its candidate',
        live.get(`/api/v1/candidates/${id}`),
      ]),
    ]
    const problems: string[] = []
    for (const [what, response] of meets) {
      const { status } = await response
      if (status !== 404) problems.push(`sandbox: ${what}: ${status}`)
    }
    return problems
  }

  return {
    /** What is wrong while these services run this tree, and all others the release before. */
    async check(isNew: ReadonlySet<string>): Promise<string[]> {
      const problems: string[] = []
      if (!sandbox) {
        const mayBeMade = MAKERS.every((name) => isNew.has(name))
        const made = await make(isNew)
        if (typeof made === 'object') sandbox = made
        if (mayBeMade !== (typeof made === 'object')) problems.push(`sandbox: made: ${JSON.stringify(made)}`)
      }
      if (sandbox) {
        problems.push(...(await checkReads(sandbox, isNew)))
        if (isNew.has('gateway') && isNew.has('jobs')) {
          const jobId = await publish(sandbox.recruiter)
          if (isNew.has('candidate')) {
            const path = '/api/v1/sandbox/applications'
            const { status, text } = await sandbox.recruiter.post(path, { jobId, count: 1 })
            if (status !== 201) problems.push(`sandbox: applies: ${status} ${text}`)
          }
        }
      }
      return [...problems, ...(await checkLive())]
    },
    isThere: () => sandbox !== undefined,
    /** Deletes it, as an operator does before going back, and waits until its data is gone. */
    async retire(): Promise<void> {
      const { employerId: sandboxId } = sandbox!
      sandbox = undefined
      await admin.delete(`${path}/sandbox`)
      await eventually('nothing of the sandbox is stored', async () => {
        const { body } = await admin.get('/admin/v1/candidates?world=sandbox&pageSize=1')
        // Jobs and search delete their credits last.
        const { status, body: left } = await admin.get(`/admin/v1/employers/${sandboxId}/credits`)
        const areGone = status === 404 || (left.JobPosting === 0 && left.CvSearch === 0)
        return body.items.length === 0 && areGone
      })
    },
  }
}
