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
  await addTraffic({ network }, scene)
}

/** What charts and lists of the key, of the endpoint and of the employer show; and an event that failed in jobs. */
async function addTraffic({ network }: Pick<PortalSystem, 'network'>, scene: Scene): Promise<void> {
  const { accounts, webhook, jobs } = network.services
  const id = (name: string) => Number(scene.pathOf(`:${name}`))
  await accounts.deps.db.sql`
    insert into key_usage (key_id, day, family, ok, client_errors, rate_limited, server_errors)
    select ${id('keyId')}, (now() at time zone 'utc')::date - d, family, 200 + (d * 37) % 90, (d * 7) % 23,
      case when d % 6 = 2 then 14 else 0 end, d % 2
    from generate_series(0, 26) as d, unnest(array['jobs', 'employer', 'applications']) as family`
  await webhook.deps.db.sql`
    insert into attempt_hour (subscription_id, hour, succeeded, failed, durations)
    select ${id('subscriptionId')}, date_trunc('hour', now()) - h * interval '1 hour', 20 + (h * 7) % 23,
      case when h % 9 = 4 then 6 else h % 2 end, array_fill(0, array[20]) || array[4, 9, 6, 2, 1] || array_fill(0, array[27])
    from generate_series(1, 700) as h on conflict do nothing`
  await jobs.deps.db.sql`
    insert into dead_letter (id, consumer, event_id, subject, aggregate_id, aggregate_version, occurred_at, payload, error, attempts)
    overriding system value
    values (1, 'jobs_application', 'x', 'candidate.applied', '1', 1, '2030-01-31T12:00:00.000Z', '{}',
      ${`${all} ${'x'.repeat(3_000)}`}, 8)`
}

/** The path of a key of the scene's employer that the staff refused. */
export async function refusedKey({ admin }: PortalSystem, { employerId }: Scene): Promise<string> {
  const body = { name: 'Old importer', scopes: ['CvSearch'] }
  const { id } = (await admin.post(`/admin/v1/employers/${employerId}/api-keys`, body)).body
  const refused = await admin.post(`/admin/v1/api-keys/${id}/refuse`, { reason: long.slice(0, 200) })
  if (refused.status >= 300) throw new Error(refused.text)
  return `/keys/${id}`
}
