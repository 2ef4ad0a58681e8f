import type { Booted } from '@jobboard/testkit/boot'
import { jobDraft } from '@jobboard/testkit/job-draft'
import type { PortalSystem } from './portal-system.ts'

/** Jobs of employers, made and read beside the portal. */
export interface JobsBeside {
  /** A draft; everything that publishing requires unless `fields` says otherwise. Returns its id. */
  draft(employerId: number, fields?: Record<string, unknown>): Promise<number>
  active(employerId: number): Promise<number>
  // biome-ignore lint/suspicious/noExplicitAny: a job as the API returns it
  read(employerId: number, id: number): Promise<any>
  change(employerId: number, id: number, fields: object): Promise<void>
  grant(employerId: number, amount: number): Promise<void>
  balance(employerId: number): Promise<number>
  count(employerId: number): Promise<number>
}

/** The jobs service of a system, called by a key of the employer and as a peer. */
export function jobsOf({ network }: PortalSystem): JobsBeside {
  const service: Booted = network.services.jobs
  const key = (employerId: number) =>
    service.as({ kind: 'recruiter', employerId, userId: null, keyId: 1, scopes: ['JobPosting'] })
  const checked = ({ status, text }: { status: number; text: string }, expected: number) => {
    if (status !== expected) throw new Error(text)
  }
  const beside: JobsBeside = {
    async draft(employerId, fields = jobDraft) {
      const response = await key(employerId).post('/api/v1/jobs', fields)
      checked(response, 201)
      return response.body.id
    },
    async active(employerId) {
      const id = await beside.draft(employerId)
      await beside.grant(employerId, 1)
      const expiryDate = new Date(Date.now() + 86_400_000).toISOString()
      checked(await key(employerId).post(`/api/v1/jobs/${id}/publish`, { expiryDate }), 200)
      return id
    },
    read: async (employerId, id) => (await key(employerId).get(`/api/v1/jobs/${id}`)).body,
    async change(employerId, id, fields) {
      checked(await key(employerId).put(`/api/v1/jobs/${id}`, fields), 200)
    },
    async grant(employerId, amount) {
      const path = `/admin/v1/employers/${employerId}/credits`
      checked(await network.admin.post(path, { kind: 'JobPosting', amount }), 201)
    },
    async balance(employerId) {
      const peer = service.as({ kind: 'service', service: 'accounts' })
      return (await peer.get(`/internal/v1/employers/${employerId}/credits`)).body.JobPosting
    },
    count: async (employerId) => (await key(employerId).get('/api/v1/jobs')).body.total,
  }
  return beside
}
