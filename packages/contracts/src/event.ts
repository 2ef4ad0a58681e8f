import type { z } from 'zod'
import type { ServiceName } from './endpoint.ts'

/** The contract of an event. `data` is the aggregate's full state; within a version, fields may only be
 * added. */
export interface EventType<Data extends z.ZodType = z.ZodType> {
  owner: ServiceName
  /** `noun.past_verb`, or `noun.state` of a state. */
  type: string
  version: number
  /** NATS subject: `evt.<owner>.<noun>.<past_verb>.v<version>`, or `state.<owner>.<noun>.v<version>`. */
  subject: string
  data: Data
  /** When it is published, as one sentence of docs/events.md. */
  when: string
}

/** Declares an event of a service. */
export function eventType<Data extends z.ZodType>(
  owner: ServiceName,
  type: `${string}.${string}`,
  version: number,
  data: Data,
  when = '',
): EventType<Data> {
  return { owner, type, version, subject: `evt.${owner}.${type}.v${version}`, data, when }
}

/** Declares a state: one row as it is now, published by a resync on a subject that only copies consume. */
export function stateType<Data extends z.ZodType>(
  owner: ServiceName,
  noun: string,
  version: number,
  data: Data,
  when: string,
): EventType<Data> {
  return { owner, type: `${noun}.state`, version, subject: `state.${owner}.${noun}.v${version}`, data, when }
}

/** One published event. `aggregateVersion` grows by one with each change of the aggregate. */
export interface Event<Data = unknown> {
  id: string
  subject: string
  aggregateId: string
  aggregateVersion: number
  /** ISO 8601, business clock. */
  occurredAt: string
  data: Data
}

export type DataOf<E extends EventType> = z.output<E['data']>
