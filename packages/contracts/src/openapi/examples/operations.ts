import type { Example } from './example.ts'
import { page } from './resources.ts'
import { webhookAttempt, webhookExamples, webhookStats } from './webhooks.ts'

const subscriptionId = { subscriptionId: 2 }
const deliveryId = '5b9c8c1e-7a53-4c39-a0d8-3f1f6d0c2f11'
const url = 'https://hooks.example.com/job-board'
const subscription = {
  id: 2,
  url,
  events: ['application.submitted', 'job.expired'],
  status: 'Active',
  createdAt: '2026-03-01T08:00:00.000Z',
}
const state = { ...subscription, disabledReason: null, consecutiveFailures: 0, previousSecretUntil: null }
const secret = { signingSecret: 'whsec_EXAMPLE' }
const delivery = {
  id: deliveryId,
  eventId: '7d2f4c1a-0a6b-4d0f-9d5b-0c7f4f1f9a10',
  event: 'application.submitted',
  status: 'Succeeded',
  failedAttempts: 0,
  nextAttemptAt: null,
  lastStatusCode: 200,
  createdAt: '2026-03-01T10:00:00.000Z',
}
const deliveryDetail = {
  ...delivery,
  attempts: [webhookAttempt],
  subscriptionId: 2,
  body: JSON.stringify(webhookExamples['application.submitted']),
}
const deadLetter = {
  id: 'pipeline-3',
  service: 'pipeline',
  consumer: 'pipeline_candidate_application',
  subject: 'evt.candidate.application.created.v1',
  error: 'DatabaseError 23503',
  attempts: 8,
  firstFailedAt: '2026-03-01T10:00:00.000Z',
  lastFailedAt: '2026-03-01T10:10:00.000Z',
}
const deadLetterDetail = {
  ...deadLetter,
  eventId: '7d2f4c1a-0a6b-4d0f-9d5b-0c7f4f1f9a10',
  aggregateId: '31',
  aggregateVersion: 1,
  occurredAt: '2026-03-01T10:00:00.000Z',
}
const deadLetterId = { deadLetterId: 'pipeline-3' }

/** Webhooks, audit, events and the test clock, for operators. */
const reindex = {
  reindexId: 3,
  engine: 'meilisearch',
  reason: 'requested',
  startedAt: '2026-03-01T13:00:00.000Z',
  finishedAt: null,
  done: 40_000,
  total: 100_000,
}
const resync = {
  resyncId: 'jobs-1',
  service: 'jobs',
  startedAt: '2026-03-01T13:00:00.000Z',
  finishedAt: null,
  done: 100,
  total: 120,
}

export const operationsExamples: Record<string, Example> = {
  'create-subscription': {
    path: { employerId: 1 },
    body: { url, events: ['application.submitted', 'job.expired'] },
    response: { ...subscription, ...secret },
  },
  'list-subscriptions': { path: { employerId: 1 }, response: [state] },
  'change-subscription': {
    path: subscriptionId,
    body: { events: ['application.submitted', 'job.expired'] },
    response: state,
  },
  'enable-subscription': { path: subscriptionId, response: state },
  'disable-subscription': {
    path: subscriptionId,
    response: { ...state, status: 'Disabled', disabledReason: 'disabled by an operator' },
  },
  'rotate-secret': { path: subscriptionId, body: { overlapSeconds: 86_400 }, response: secret },
  'test-subscription': { path: subscriptionId, response: { deliveryId } },
  'delete-subscription': { path: subscriptionId },
  'list-deliveries': {
    path: subscriptionId,
    query: { status: 'Succeeded', page: 1, pageSize: 50 },
    response: page(delivery),
  },
  'get-delivery': { path: { deliveryId }, response: deliveryDetail },
  redeliver: { path: { deliveryId }, response: { deliveryId } },
  'list-all-deliveries': {
    query: { status: 'Succeeded', employerId: 1, since: '2026-03-01T00:00:00Z', page: 1, pageSize: 50 },
    response: page({ ...delivery, subscriptionId: 2, employerId: 1 }),
  },
  'recover-deliveries': {
    path: subscriptionId,
    body: { since: '2026-03-01T00:00:00Z' },
    response: { count: 12 },
  },
  'get-subscription-stats': { path: subscriptionId, query: { hours: 24 }, response: webhookStats },
  'get-webhook-stats': { path: subscriptionId, query: { hours: 24 }, response: webhookStats },
  'list-webhook-subscriptions': { query: { page: 1, pageSize: 50 }, response: page(state) },
  'create-webhook-subscription': {
    body: { url, events: ['application.submitted', 'job.expired'] },
    response: { ...subscription, ...secret },
  },
  'get-webhook-subscription': { path: subscriptionId, response: state },
  'change-webhook-subscription': {
    path: subscriptionId,
    body: { events: ['application.submitted', 'job.expired'] },
    response: state,
  },
  'delete-webhook-subscription': { path: subscriptionId },
  'enable-webhook-subscription': { path: subscriptionId, response: state },
  'disable-webhook-subscription': {
    path: subscriptionId,
    response: { ...state, status: 'Disabled', disabledReason: 'disabled with an API key' },
  },
  'rotate-webhook-secret': { path: subscriptionId, body: { overlapSeconds: 86_400 }, response: secret },
  'test-webhook-subscription': { path: subscriptionId, response: { deliveryId } },
  'list-webhook-deliveries': {
    path: subscriptionId,
    query: { status: 'Succeeded', event: 'application.submitted', page: 1, pageSize: 50 },
    response: page(delivery),
  },
  'get-webhook-delivery': { path: { deliveryId }, response: deliveryDetail },
  'redeliver-webhook': { path: { deliveryId }, response: { deliveryId } },
  'recover-webhook-deliveries': {
    path: subscriptionId,
    body: { since: '2026-03-01T00:00:00Z' },
    response: { count: 12 },
  },
  'replay-webhook-events': {
    path: subscriptionId,
    body: { since: '2026-03-01T00:00:00Z', types: ['application.submitted'] },
    response: { count: 57 },
  },
  'list-audit': {
    query: { page: 1, pageSize: 50 },
    response: page({
      actor: 'operator',
      action: 'create-employer',
      object: 'employer 1',
      before: null,
      after: { id: 1, name: 'Utrecht Bakery' },
      requestId: '0b7d1c2e-58f4-4f6e-9d0a-7a3c5f1e2b90',
      at: '2026-03-01T08:00:00.000Z',
      id: 1,
      service: 'accounts',
    }),
  },
  'rebuild-metrics': { body: {} },
  'advance-clock': { body: { seconds: 3_600 }, response: { now: '2026-03-01T14:00:00.000Z' } },
  'list-dead-letters': {
    query: { service: 'pipeline', page: 1, pageSize: 50 },
    response: { ...page(deadLetter), unavailable: [] },
  },
  'get-dead-letter': { path: deadLetterId, response: deadLetterDetail },
  'retry-dead-letter': { path: deadLetterId, response: deadLetterDetail },
  'drop-dead-letter': { path: deadLetterId },
  'replay-events': {
    body: { service: 'jobs', since: '2026-03-01T00:00:00Z' },
    response: { replayId: 'jobs-1' },
  },
  'get-replay': {
    path: { replayId: 'jobs-1' },
    response: {
      replayId: 'jobs-1',
      service: 'jobs',
      reason: 'operator',
      since: '2026-03-01T00:00:00.000Z',
      requestedAt: '2026-03-01T13:00:00.000Z',
      finishedAt: '2026-03-01T13:00:05.000Z',
      published: 120,
      remaining: 0,
    },
  },
  'list-reindexes': { query: { page: 1, pageSize: 50 }, response: page(reindex) },
  'start-reindex': { body: {}, response: { reindexId: 3 } },
  'get-reindex': {
    path: { reindexId: 3 },
    response: reindex,
  },
  'list-resyncs': {
    query: { service: 'jobs', page: 1, pageSize: 50 },
    response: { ...page(resync), unavailable: [] },
  },
  'start-resync': { body: { service: 'jobs' }, response: { resyncId: 'jobs-1' } },
  'get-resync': {
    path: { resyncId: 'jobs-1' },
    response: resync,
  },
}
