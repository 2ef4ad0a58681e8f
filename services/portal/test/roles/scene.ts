import { randomUUID } from 'node:crypto'
import { eventually } from '@jobboard/testkit/eventually'
import { jobsOf } from '../support/jobs.ts'
import type { PortalSystem } from '../support/portal-system.ts'

/** An employer with one object of each kind, so that every page has something to show. */
export interface Scene {
  employerId: number
  /** The path with the ids of these objects. */
  pathOf(path: string): string
  /** The path with ids that no object has. */
  unknownPathOf(path: string): string
  /** A stream of events, which does not end. */
  isStream(path: string): boolean
  /** The page is about something that the scene has not: a paid search, a failed event. */
  mayMiss(path: string): boolean
}

const UNKNOWN_ID = 2_000_000_000

/** Makes it; `profile` is what the candidate's says. */
export async function openScene(
  system: PortalSystem,
  profile: Record<string, unknown> = {
    firstName: 'Ida',
    lastName: 'Berg',
    headline: 'Lamp maker',
    skills: ['lamps'],
  },
): Promise<Scene> {
  const { admin, network } = system
  const created = async (path: string, body: object) => {
    const response = await admin.post(path, body)
    if (response.status >= 300) throw new Error(`${path}: ${response.text}`)
    return response.body
  }
  const owner = await system.employerWithUser('EmployerAdmin')
  const { employerId } = owner
  for (const kind of ['JobPosting', 'CvSearch', 'CvDownload']) {
    await created(`/admin/v1/employers/${employerId}/credits`, { kind, amount: 50 })
  }
  const jobId = await jobsOf(system).active(employerId)
  const consentExpiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const newCandidate = () =>
    created('/admin/v1/candidates', {
      ...profile,
      email: `${randomUUID()}@people.example`,
      consentExpiresAt,
    })
  const { id: candidateId } = await newCandidate()
  const application = await created(`/admin/v1/jobs/${jobId}/applications`, {
    candidateId,
    applicationType: 'Web',
  })
  const recruiter = network.services.pipeline.as({
    kind: 'recruiter',
    ...{ employerId, userId: owner.id, keyId: null, scopes: ['Applications'] },
  })
  await eventually('the application arrives', async () => {
    return (await recruiter.get(`/api/v1/applications/${application.id}`)).status === 200
  })
  const note = await recruiter.post(`/api/v1/applications/${application.id}/notes`, { text: 'Good lamps' })
  const key = await created(`/admin/v1/employers/${employerId}/api-keys`, {
    name: 'ATS',
    scopes: ['CvSearch'],
  })
  const candidateKey = await created(`/admin/v1/candidates/${candidateId}/api-keys`, {
    name: 'Agent',
    scopes: ['Profile'],
  })
  const subscription = await created(`/admin/v1/employers/${employerId}/webhook-subscriptions`, {
    url: 'http://127.0.0.1:9/hook',
  })
  const { deliveryId } = await created(`/admin/v1/webhook-subscriptions/${subscription.id}/test`, {})
  const erased = await newCandidate()
  const erasure = await admin.delete(`/admin/v1/candidates/${erased.id}`)
  const user = await system.employerWithUser('Recruiter', { employerId })
  const ids: Record<string, string | number> = {
    jobId,
    employerId,
    candidateId,
    applicationId: application.id,
    noteId: note.body.id,
    keyId: key.id,
    candidateKeyId: candidateKey.id,
    subscriptionId: subscription.id,
    deliveryId,
    erasureId: erasure.body.erasureId,
    userId: user.id,
    operation: randomUUID(),
    deadLetterId: 'jobs-1',
    service: 'jobs',
  }
  return {
    employerId,
    pathOf: (path) => filled(path, (name) => ids[name] ?? UNKNOWN_ID),
    unknownPathOf: (path) => filled(path, (name) => (name === 'operation' ? randomUUID() : UNKNOWN_ID)),
    isStream: (path) => path.endsWith('/live'),
    mayMiss: (path) =>
      [...path.matchAll(/:(\w+)/g)].some(([, name]) => !(name! in ids) || MISSING.has(name!)),
  }
}

// A note is changed by its author only.
const MISSING = new Set(['operation', 'deadLetterId', 'noteId'])

function filled(path: string, id: (name: string) => string | number): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(id(name))))
}
