import { service as accounts } from '@jobboard/accounts/service'
import { service as candidate } from '@jobboard/candidate/service'
import { KEY_BUCKET, KEY_WATERMARK_BUCKET, KEY_WATERMARK_SUBJECT } from '@jobboard/contracts/keys/internal'
import { stateOwners, type UpstreamName, upstreamNames } from '@jobboard/contracts/services'
import { type Consumer, durableName } from '@jobboard/events/consumer/consumer'
import { inboxPrefixOf } from '@jobboard/events/nats/bus'
import { stateStreamName, streamName, streamOfFilter } from '@jobboard/events/nats/topology'
import { service as jobs } from '@jobboard/jobs/service'
import { service as pipeline } from '@jobboard/pipeline/service'
import { currentTokeniser } from '@jobboard/search/documents/document'
import { searchService } from '@jobboard/search/service'
import type { BaseEnv } from '@jobboard/service/lifecycle/env'
import type { Service } from '@jobboard/service/runtime/service'
import { service as webhook } from '@jobboard/webhook/service'

export type NatsUser = 'gateway' | UpstreamName
export const natsUsers: readonly NatsUser[] = ['gateway', ...upstreamNames]

/** The subjects that a user may publish and subscribe to, with the wildcards of NATS. */
export interface Permissions {
  publish: string[]
  subscribe: string[]
}

const JS = '$JS.API'
const KEY_STREAM = `KV_${KEY_BUCKET}`
const WATERMARK_STREAM = `KV_${KEY_WATERMARK_BUCKET}`

// Search of each version reads its own copies, and this one removes those of earlier ones.
const searchVersions = Array.from({ length: currentTokeniser.version }, (_, i) =>
  searchService({ ...currentTokeniser, version: i + 1 }),
)
/** The services as values; search in each version whose documents may still be there. */
export const definitions = {
  ...{ accounts: [accounts], jobs: [jobs], pipeline: [pipeline], candidate: [candidate] },
  ...{ search: searchVersions, webhook: [webhook] },
} as unknown as Record<UpstreamName, Service<BaseEnv>[]>

/** What a user needs, and no more: its own events, its consumers, the wake-ups of its replicas, and its part of the key
 * feed and the rate limits. */
export function permissionsOf(user: NatsUser): Permissions {
  const { publish, subscribe } = user === 'gateway' ? gateway : serviceOf(user)
  return {
    publish: [...new Set(publish)],
    // Replies to this user's requests; no other user can read them.
    subscribe: [...new Set([...subscribe, `${inboxPrefixOf(user)}.>`])],
  }
}

const LIMITS = 'limit.v2.>'
// 0.3.0 also publishes and reads these, and NATS gets the permissions of a release before its services do.
const LIMITS_OF_0_3 = 'limit.v1.>'
const WATERMARK_OF_0_3 = 'keys.told'

const gateway: Permissions = {
  publish: [
    ...[LIMITS, LIMITS_OF_0_3, 'clock.moved'],
    ...readBucket(KEY_BUCKET),
    ...readBucket(KEY_WATERMARK_BUCKET),
    // The watch of the bucket: an ordered consumer with a name of its own.
    ...[`${JS}.CONSUMER.CREATE.${KEY_STREAM}.>`, `${JS}.CONSUMER.INFO.${KEY_STREAM}.*`],
    ...[`${JS}.CONSUMER.DELETE.${KEY_STREAM}.*`, `$JS.FC.${KEY_STREAM}.>`],
  ],
  subscribe: [LIMITS, LIMITS_OF_0_3, 'clock.moved', KEY_WATERMARK_SUBJECT, WATERMARK_OF_0_3],
}

function serviceOf(name: UpstreamName): Permissions {
  const consumers = new Map(consumersOf(name).map((consumer) => [durableName(name, consumer), consumer]))
  const wakes = [`wake.${name}`, `wake.${name}.>`]
  return {
    publish: [
      ...wakes,
      ...publishOwn(name),
      ...createAnyStream(),
      ...[...consumers].flatMap(([durable, { filter }]) => consume(durable, filter)),
      ...(name === 'accounts' ? writeKeyFeed : []),
      ...(name === 'candidate' ? readOwnMessages(name) : []),
    ],
    subscribe: wakes,
  }
}

/** The consumers of a service, search with those of its earlier versions. Declared for any dependencies: what consumers do
 * with them happens only when an event arrives. */
export function consumersOf(name: UpstreamName): Consumer[] {
  return definitions[name].flatMap(({ consumers }) => consumers?.({} as never) ?? [])
}

function ownStreams(name: UpstreamName): string[] {
  const hasStates = (stateOwners as readonly string[]).includes(name)
  return [streamName(name), ...(hasStates ? [stateStreamName(name)] : [])]
}

function publishOwn(name: UpstreamName): string[] {
  const hasStates = ownStreams(name).includes(stateStreamName(name))
  return [
    ...[`evt.${name}.>`, ...(hasStates ? [`state.${name}.>`] : [])],
    ...ownStreams(name).flatMap((stream) => [
      `${JS}.STREAM.UPDATE.${stream}`,
      `${JS}.STREAM.PURGE.${stream}`,
      `${JS}.STREAM.MSG.GET.${stream}`,
      `${JS}.STREAM.MSG.DELETE.${stream}`,
      `${JS}.CONSUMER.LIST.${stream}`,
    ]),
  ]
}

// Whichever service starts first creates the streams of all. None may delete one.
function createAnyStream(): string[] {
  const streams = upstreamNames.flatMap(ownStreams)
  return streams.flatMap((stream) => [`${JS}.STREAM.INFO.${stream}`, `${JS}.STREAM.CREATE.${stream}`])
}

function consume(durable: string, filter: string): string[] {
  const consumer = `${streamOfFilter(filter)}.${durable}`
  return [
    `${JS}.CONSUMER.CREATE.${consumer}.${filter}`,
    ...['INFO', 'DELETE', 'MSG.NEXT'].map((verb) => `${JS}.CONSUMER.${verb}.${consumer}`),
    `$JS.ACK.${consumer}.>`,
  ]
}

// An erasure finds the messages of a person by a consumer without a name.
function readOwnMessages(name: UpstreamName): string[] {
  return ownStreams(name).flatMap(readByUnnamedConsumer)
}

function readByUnnamedConsumer(stream: string): string[] {
  const verbs = ['INFO', 'DELETE', 'MSG.NEXT']
  return [`${JS}.CONSUMER.CREATE.${stream}`, ...verbs.map((verb) => `${JS}.CONSUMER.${verb}.${stream}.*`)]
}

function readBucket(bucket: string): string[] {
  const stream = `KV_${bucket}`
  return [
    `${JS}.STREAM.INFO.${stream}`,
    `${JS}.STREAM.MSG.GET.${stream}`,
    `${JS}.DIRECT.GET.${stream}.$KV.${bucket}.>`,
  ]
}

const writeKeyFeed = [
  ...[KEY_WATERMARK_SUBJECT, WATERMARK_OF_0_3],
  // The client library reads whether JetStream is there before it creates a bucket.
  `${JS}.INFO`,
  ...[KEY_BUCKET, KEY_WATERMARK_BUCKET].flatMap((bucket) => [`$KV.${bucket}.>`, ...readBucket(bucket)]),
  ...[KEY_STREAM, WATERMARK_STREAM].flatMap((stream) =>
    ['CREATE', 'UPDATE'].map((verb) => `${JS}.STREAM.${verb}.${stream}`),
  ),
  ...[`${JS}.STREAM.PURGE.${KEY_STREAM}`, `${JS}.STREAM.MSG.DELETE.${KEY_STREAM}`],
  ...readByUnnamedConsumer(KEY_STREAM),
]
