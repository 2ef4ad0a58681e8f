import { jobDraft } from '@jobboard/testkit/job-draft'
import { hostileTexts } from '../../../../packages/html/test/support/style-guide.ts'
import type { Scene } from '../roles/scene.ts'
import type { PortalSystem } from '../support/portal-system.ts'

const { markup, quotes, long, override, emoji } = hostileTexts
const all = [markup, override, emoji, quotes].join(' ')

/** A candidate's profile of hostile names, as long as each field allows. */
export const hostileProfile = {
  firstName: markup.slice(0, 100),
  lastName: `${override} ${emoji}`.slice(0, 100),
  headline: long.slice(0, 200),
  city: quotes.slice(0, 100),
  skills: [markup.slice(0, 100), long.slice(0, 100), override, emoji],
}

/** Writes hostile names into the other fields of the scene that pages show, as long as each field allows. */
export async function makeHostile({ network, admin }: PortalSystem, scene: Scene): Promise<void> {
  const id = (name: string) => scene.pathOf(`:${name}`)
  const caller = { kind: 'recruiter', employerId: scene.employerId, userId: null, keyId: null } as const
  const recruiter = (service: 'jobs' | 'pipeline') =>
    network.services[service].as({ ...caller, scopes: ['JobPosting', 'Applications'] })
  const put = async (client: typeof admin, path: string, body: object) => {
    const response = await client.put(path, body)
    if (response.status !== 200) throw new Error(`${path}: ${response.text}`)
  }
  const post = async (client: typeof admin, path: string, body: object) => {
    const response = await client.post(path, body)
    if (response.status >= 300) throw new Error(`${path}: ${response.text}`)
  }
  await put(recruiter('jobs'), `/api/v1/jobs/${id('jobId')}`, {
    ...jobDraft,
    title: all.slice(0, 200),
    reference: long.slice(0, 200),
    description: `${all}\n\n${long}`,
    city: override,
    screeningQuestions: [
      { text: override, type: 'SingleChoice', required: false, options: ['Days', markup] },
    ],
  })
  await put(admin, `/admin/v1/employers/${scene.employerId}`, { name: all.slice(0, 200) })
  await post(admin, `/admin/v1/employers/${scene.employerId}/users`, {
    name: all.slice(0, 200),
    email: `${'x'.repeat(180)}@people.example`,
    role: 'Interviewer',
  })
  await post(admin, `/admin/v1/employers/${scene.employerId}/api-keys`, {
    name: `${markup} ${override}`.slice(0, 200),
    scopes: ['CvSearch', 'JobPosting'],
  })
  await post(admin, `/admin/v1/employers/${scene.employerId}/webhook-subscriptions`, {
    url: `http://127.0.0.1:9/${'hooks-'.repeat(60)}?a=%22%3E%3Cscript%3Ealert(1)%3C/script%3E`,
  })
  await post(admin, `/admin/v1/employers/${scene.employerId}/credits`, {
    kind: 'CvSearch',
    amount: 1,
    reason: all.slice(0, 200),
  })
  const application = `/api/v1/applications/${id('applicationId')}`
  await post(recruiter('pipeline'), `${application}/tags`, { label: markup.slice(0, 50) })
  const writer = network.services.pipeline.as({
    ...caller,
    userId: Number(id('userId')),
    scopes: ['Applications'],
  })
  await post(writer, `${application}/notes`, { text: `${all}\n${long}`.slice(0, 10_000) })
}
