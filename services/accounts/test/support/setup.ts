import { findKeys, KEY_BUCKET, type KeyRecord } from '@jobboard/contracts/internal/keys'
import { hashOf } from '@jobboard/service/auth/api-key'
import { type Booted, boot } from '@jobboard/testkit/boot'
import type { Client } from '@jobboard/testkit/client'
import { Kvm } from '@nats-io/kv'
import { service } from '../../src/service.ts'

/** The accounts service on a schema and a NATS of its own, with the callers that tests need. */
export interface Accounts extends Booted {
  admin: Client
  /** Another service. */
  internal: Client
  /** A recruiter of this employer. */
  of(employerId: number): Client
  /** A new employer's id. */
  employer(fields?: Record<string, unknown>): Promise<number>
  user(employerId: number): Promise<number>
  /** A new recruiter key as it was answered, text included. */
  mint(employerId: number, fields?: Record<string, unknown>): Promise<Minted>
  mintForCandidate(candidateId: number, fields?: Record<string, unknown>): Promise<Minted>
  /** What a gateway is told about a key when it asks. */
  find(apiKey: string): Promise<KeyRecord>
  /** What the bucket holds for a key. */
  inBucket(apiKey: string): Promise<KeyRecord | undefined>
  /** Audit rows of an object, oldest first. */
  audits(
    object: string,
  ): Promise<{ actor: string; action: string; before: unknown; after: unknown; requestId: string }[]>
  inMs(ms: number): string
}

/** A key as it was answered when it was minted. */
export interface Minted {
  id: number
  status: string
  apiKey: string
  expiresAt: string | null
}

/** Boots it; `stop` leaves nothing behind. */
export async function bootAccounts(settings: Parameters<typeof boot>[1] = {}): Promise<Accounts> {
  const booted = await boot(service, settings)
  const { db, bus } = booted.deps
  const admin = booted.as({ kind: 'admin', actor: 'olga' })
  const internal = booted.as({ kind: 'service', service: 'gateway' })
  const created = async (path: string, body: unknown) => {
    const answer = await admin.post(path, body)
    if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`)
    return answer.body
  }
  return {
    ...booted,
    admin,
    internal,
    of: (employerId) =>
      booted.as({ kind: 'recruiter', employerId, userId: null, keyId: 1, scopes: ['JobPosting'] }),
    employer: async (fields = {}) =>
      (await created('/admin/v1/employers', { name: 'Fjord Ferries', hasActiveContract: true, ...fields }))
        .id,
    user: async (employerId) =>
      (
        await created(`/admin/v1/employers/${employerId}/users`, {
          name: 'Ada',
          email: 'ada@fjord.example',
          role: 'EmployerAdmin',
        })
      ).id,
    mint: (employerId, fields = {}) =>
      created(`/admin/v1/employers/${employerId}/api-keys`, {
        name: 'ATS',
        scopes: ['JobPosting'],
        ...fields,
      }),
    mintForCandidate: (candidateId, fields = {}) =>
      created(`/admin/v1/candidates/${candidateId}/api-keys`, {
        name: 'mine',
        scopes: ['Profile'],
        ...fields,
      }),
    async find(apiKey) {
      const hash = hashOf(apiKey)
      return (await internal.post(findKeys.path, { hashes: [hash] })).body[hash]
    },
    async inBucket(apiKey) {
      try {
        const entry = await (await new Kvm(bus.js).open(KEY_BUCKET)).get(hashOf(apiKey))
        return entry?.json<KeyRecord>()
      } catch {
        return undefined
      }
    },
    audits: (object) => db.sql`
      select actor, action, before, after, request_id from audit where object = ${object} order by id`,
    inMs: (ms) => new Date(booted.deps.clock.now().getTime() + ms).toISOString(),
  }
}
