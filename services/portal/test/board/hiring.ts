import type { applicationStatus } from '@jobboard/contracts/applications/application'
import { eventually } from '@jobboard/testkit/eventually'
import type { z } from 'zod'
import type { EmployerRole, User } from '../../src/person/person.ts'
import { jobsOf } from '../support/jobs.ts'
import type { PortalSystem } from '../support/portal-system.ts'
import type { Visitor } from '../support/visitor.ts'

/** An employer with an open job, and candidates who apply to it. */
export interface Hiring {
  employerId: number
  jobId: number
  people: Record<EmployerRole, User>
  browsers: Record<EmployerRole, Visitor>
  /** Applies as a new candidate, with a candidate key. Returns the id of the application, which pipeline has. */
  apply(person?: Person): Promise<number>
  /** Moves an application with a key of the employer. */
  move(id: number, status: z.output<typeof applicationStatus>, more?: object): Promise<void>
  /** Another active job, which pipeline knows. */
  anotherJob(): Promise<number>
  /** The numbers of applications to a job. */
  counts(jobId: number): Promise<{ total: number; byStatus: Record<string, number> }>
  /** The employer's view of it. */
  // biome-ignore lint/suspicious/noExplicitAny: an application as the API returns it
  read(id: number, of?: string): Promise<any>
}

/** A candidate's profile, and what is sent with the application. */
export interface Person {
  profile?: Record<string, unknown>
  application?: Record<string, unknown>
}

/** A new employer with a user of each role, and an active job. */
export async function openHiring(system: PortalSystem): Promise<Hiring> {
  const admin = await system.employerWithUser('EmployerAdmin')
  const { employerId } = admin
  const [recruiter, interviewer] = await Promise.all([
    system.employerWithUser('Recruiter', { employerId }),
    system.employerWithUser('Interviewer', { employerId }),
  ])
  const people = { EmployerAdmin: admin, Recruiter: recruiter, Interviewer: interviewer }
  const signedIn = await Promise.all([admin, recruiter, interviewer].map((person) => system.signedIn(person)))
  const jobId = await jobsOf(system).active(employerId)
  const { pipeline, candidate } = system.network.services
  const scopes = ['Applications']
  const employer = pipeline.as({ kind: 'recruiter', employerId, userId: admin.id, keyId: 1, scopes })
  let last = 0
  return {
    employerId,
    jobId,
    people,
    browsers: { EmployerAdmin: signedIn[0]!, Recruiter: signedIn[1]!, Interviewer: signedIn[2]! },
    async apply({ profile = {}, application = {} } = {}) {
      const number = ++last
      const created = await system.admin.post('/admin/v1/candidates', {
        firstName: 'Ada',
        lastName: `Lind ${number}`,
        email: `ada.${number}.${employerId}@example.test`,
        ...profile,
      })
      if (created.status !== 201) throw new Error(created.text)
      const as = candidate.as({
        kind: 'candidate',
        candidateId: created.body.id,
        keyId: 1,
        scopes: ['Profile', 'Applications', 'Apply'],
      })
      const applied = await as.post('/api/v1/me/applications', { jobId, confirm: true, ...application })
      if (applied.status !== 201) throw new Error(applied.text)
      const { id } = applied.body.application
      await eventually('pipeline has the application', async () => {
        return (await employer.get(`/api/v1/applications/${id}/ai-assessment`)).status === 200
      })
      return id
    },
    async move(id, status, more = {}) {
      const moved = await employer.post(`/api/v1/applications/${id}/status`, { status, ...more })
      if (moved.status !== 200) throw new Error(moved.text)
    },
    async anotherJob() {
      const id = await jobsOf(system).active(employerId)
      await eventually('pipeline knows the job', async () => {
        return (await employer.get(`/api/v1/jobs/${id}/applications`)).status === 200
      })
      return id
    },
    async counts(id) {
      return (await employer.get(`/api/v1/applications/counts?jobIds=${id}`)).body.items[0]
    },
    async read(id, of = '') {
      const { body } = await employer.get(`/api/v1/applications/${id}${of}`)
      return body
    },
  }
}

/** A stream of server-sent events, as a browser with this session reads it. */
export interface OpenedStream {
  status: number
  /** Every event so far, as `name: data`. */
  events: string[]
  isEnded: boolean
  close(): void
}

/** Opens a stream. */
export async function openStream(
  { baseUrl }: PortalSystem,
  { cookies }: Visitor,
  path: string,
): Promise<OpenedStream> {
  const leaving = new AbortController()
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(baseUrl + path, {
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
    redirect: 'manual',
    signal: leaving.signal,
  })
  const stream: OpenedStream = {
    status: response.status,
    events: [],
    isEnded: false,
    close: () => leaving.abort(),
  }
  void read(response, stream)
  return stream
}

async function read(response: Response, stream: OpenedStream): Promise<void> {
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for await (const bytes of response.body ?? []) {
      const blocks = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const lines = block.split('\n')
        const of = (name: string) => lines.find((line) => line.startsWith(name))?.slice(name.length)
        const name = of('event: ')
        if (name) stream.events.push(`${name}: ${of('data: ')}`)
      }
    }
  } catch {
    // The test has left, or the connection was cut.
  }
  stream.isEnded = true
}
