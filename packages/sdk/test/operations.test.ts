import { expect, test } from 'vitest'
import { routes } from '../src/generated/routes.ts'
import { createClient, type JobBoard, type OperationId } from '../src/index.ts'

const id = 7
const job = { title: 'Baker' }

/** One call per operation of the API. An operation that is missing here has no method: add one to src/resources. */
const calls: Record<Exclude<OperationId, 'health'>, (client: JobBoard) => PromiseLike<unknown>> = {
  'list-jobs': ({ jobs }) => jobs.list(),
  'create-job': ({ jobs }) => jobs.create(job),
  'duplicate-job': ({ jobs }) => jobs.duplicate(id),
  'get-job': ({ jobs }) => jobs.get(id),
  'update-job': ({ jobs }) => jobs.update(id, job),
  'close-job': ({ jobs }) => jobs.close(id),
  'publish-job': ({ jobs }) => jobs.publish(id, { expiryDate: '2030-01-01T00:00:00Z' }),
  'list-applications': ({ applications }) => applications.list({ jobId: id }),
  'list-all-applications': ({ applications }) => applications.listAll(),
  'count-applications': ({ applications }) => applications.count({ jobIds: [id] }),
  'list-application-changes': ({ applications }) => applications.changes(),
  'get-application': ({ applications }) => applications.get(id),
  'get-ai-assessment': ({ applications }) => applications.aiAssessment(id),
  'list-application-history': ({ applications }) => applications.history(id),
  'change-application-status': ({ applications }) => applications.changeStatus(id, { status: 'Screened' }),
  'change-applications': ({ applications }) => applications.bulk({ ids: [id], status: 'Screened' }),
  'list-rejection-reasons': ({ applications }) => applications.rejectionReasons(),
  'replace-rejection-reasons': ({ applications }) => applications.replaceRejectionReasons([]),
  'list-notes': ({ notes }) => notes.list(id),
  'create-note': ({ notes }) => notes.create(id, { text: 'Good.' }),
  'get-note': ({ notes }) => notes.get(id),
  'update-note': ({ notes }) => notes.update(id, { text: 'Good.' }),
  'delete-note': ({ notes }) => notes.delete(id),
  'list-scorecards': ({ scorecards }) => scorecards.list(id),
  'get-scorecard': ({ scorecards }) => scorecards.get(id, 'phone'),
  'put-scorecard': ({ scorecards }) => scorecards.put(id, 'phone', { recommendation: 'Yes' }),
  'delete-scorecard': ({ scorecards }) => scorecards.delete(id, 'phone'),
  'get-scorecard-template': ({ scorecards }) => scorecards.template(),
  'replace-scorecard-template': ({ scorecards }) => scorecards.replaceTemplate({ criteria: [] }),
  'get-job-scorecard-template': ({ scorecards }) => scorecards.templateOfJob(id),
  'replace-job-scorecard-template': ({ scorecards }) => scorecards.replaceTemplateOfJob(id, { criteria: [] }),
  'delete-job-scorecard-template': ({ scorecards }) => scorecards.deleteTemplateOfJob(id),
  'list-tags': ({ tags }) => tags.list(),
  'list-application-tags': ({ tags }) => tags.listForApplication(id),
  'assign-tag': ({ tags }) => tags.assign(id, { label: 'strong' }),
  'remove-tag': ({ tags }) => tags.remove(id, 'strong'),
  'list-unlocked-candidates': ({ search }) => search.unlocked(),
  'list-past-searches': ({ search }) => search.past(),
  'get-past-search': ({ search }) => search.getPast(id),
  'delete-past-search': ({ search }) => search.deletePast(id),
  'delete-past-searches': ({ search }) => search.deleteAllPast(),
  'search-candidates': ({ search }) => search.candidates({ query: 'baker' }),
  'get-candidate': ({ search }) => search.unlock(id),
  'preview-candidate': ({ search }) => search.preview(id),
  'get-credits': ({ employer }) => employer.credits(),
  'list-credit-entries': ({ employer }) => employer.creditEntries(),
  'get-employer-metrics': ({ employer }) => employer.metrics(),
  'list-employer-users': ({ employer }) => employer.users(),
  'list-events': ({ events }) => events.list(),
  'list-webhook-subscriptions': ({ webhooks }) => webhooks.list(),
  'create-webhook-subscription': ({ webhooks }) => webhooks.create({ url: 'https://example.com/' }),
  'get-webhook-subscription': ({ webhooks }) => webhooks.get(id),
  'change-webhook-subscription': ({ webhooks }) => webhooks.update(id, { events: ['job.expired'] }),
  'delete-webhook-subscription': ({ webhooks }) => webhooks.delete(id),
  'enable-webhook-subscription': ({ webhooks }) => webhooks.enable(id),
  'disable-webhook-subscription': ({ webhooks }) => webhooks.disable(id),
  'rotate-webhook-secret': ({ webhooks }) => webhooks.rotateSecret(id, { overlapSeconds: 60 }),
  'get-webhook-stats': ({ webhooks }) => webhooks.stats(id, { hours: 168 }),
  'test-webhook-subscription': ({ webhooks }) => webhooks.test(id),
  'list-webhook-deliveries': ({ webhooks }) => webhooks.deliveries.list(id),
  'get-webhook-delivery': ({ webhooks }) => webhooks.deliveries.get(String(id)),
  'redeliver-webhook': ({ webhooks }) => webhooks.deliveries.redeliver(String(id)),
  'recover-webhook-deliveries': ({ webhooks }) => webhooks.recover(id, { since: '2030-01-01T00:00:00Z' }),
  'replay-webhook-events': ({ webhooks }) => webhooks.replay(id, { since: '2030-01-01T00:00:00Z' }),
  apply: ({ me }) => me.apply({ jobId: id, confirm: true }),
  'list-own-applications': ({ me }) => me.applications.list(),
  'get-own-application': ({ me }) => me.applications.get(id),
  'withdraw-own-application': ({ me }) => me.applications.withdraw(id),
  'list-open-jobs': ({ me }) => me.jobs.list(),
  'get-open-job': ({ me }) => me.jobs.get(id),
  'list-screening-questions': ({ me }) => me.jobs.screeningQuestions(id),
  'get-profile': ({ me }) => me.profile.get(),
  'update-profile': ({ me }) => me.profile.update({ headline: 'Baker' }),
  'get-consent': ({ me }) => me.consent.get(),
  'renew-consent': ({ me }) => me.consent.renew({ confirm: true }),
  'withdraw-consent': ({ me }) => me.consent.withdraw(),
  'list-profile-views': ({ me }) => me.profileViews(),
  'export-own-data': ({ me }) => me.export(),
  'erase-me': ({ me }) => me.erase({ confirm: true }),
  'get-key': (client) => client.key(),
  'rotate-own-key': (client) => client.rotateKey({ overlapSeconds: 60 }),
  'get-key-usage': (client) => client.keyUsage({ days: 7 }),
  'read-sandbox': ({ sandbox }) => sandbox.get(),
  'reset-sandbox': ({ sandbox }) => sandbox.reset(),
  'apply-in-sandbox': ({ sandbox }) => sandbox.apply({ jobId: id, count: 3 }),
  'expire-job': ({ sandbox }) => sandbox.expireJob(id),
  'end-unlock': ({ sandbox }) => sandbox.endUnlock(id),
  'make-delivery-due': ({ sandbox }) => sandbox.makeDeliveryDue('7'),
  'simulate-receiver': ({ sandbox }) => sandbox.simulateReceiver(id, { status: 500, times: 2 }),
  'lapse-consent': ({ sandbox }) => sandbox.lapseConsent(id),
  'reset-applies': ({ sandbox }) => sandbox.resetApplies(id),
  'mint-sandbox-candidate-key': ({ sandbox }) =>
    sandbox.mintCandidateKey(id, { name: 'Candidate', scopes: ['Apply'] }),
  'simulate-failure': ({ sandbox }) => sandbox.fail({ status: 503 }),
}

const requested: string[] = []
const clientOf = (apiKey: string) =>
  createClient({
    apiKey,
    baseUrl: 'http://api.test/',
    fetch: async (url, { method, headers }) => {
      requested.push(`${method} ${new URL(url).pathname} ${new Headers(headers).has('idempotency-key')}`)
      return Response.json({})
    },
  })
const client = clientOf('pk_test_key')

test('a client with a live key refuses the calls of a sandbox before anything is sent', () => {
  const live = clientOf('pk_live_key')
  expect([live.mode, client.mode]).toEqual(['live', 'test'])
  const sent = requested.length
  expect(() => live.sandbox.reset()).toThrow('needs a key that begins with pk_test_')
  expect(requested.length).toBe(sent)
})

test.each(Object.entries(calls))('%s is called by its method and path', async (operation, call) => {
  const { method, path, acceptsIdempotencyKey } = routes[operation as OperationId]
  const filled = path
    .replace('{stage}', 'phone')
    .replace('{label}', 'strong')
    .replace(/\{\w+\}/, String(id))
  await call(client)
  expect(requested.at(-1)).toBe(`${method} ${filled} ${acceptsIdempotencyKey}`)
})

test('every POST and DELETE accepts an Idempotency-Key, so each can be retried', () => {
  const writes = Object.entries(routes).filter(([, { method }]) => method === 'POST' || method === 'DELETE')
  expect(writes.length).toBeGreaterThan(5)
  const refuse = writes.filter(([, { acceptsIdempotencyKey }]) => !acceptsIdempotencyKey)
  expect(refuse.map(([name]) => name)).toEqual([])
})
