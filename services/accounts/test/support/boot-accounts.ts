import { findKeys, KEY_BUCKET, type KeyRecord } from '@jobboard/contracts/keys/internal'
import { hashOf } from '@jobboard/service/auth/api-key'
import { type Booted, boot } from '@jobboard/testkit/boot'
import type { Client } from '@jobboard/testkit/client'
import { Kvm } from '@nats-io/kv'
import { service } from '../../src/service.ts'

/** The accounts service on its own database and NATS server, and clients of each kind of caller. */
export interface Accounts extends Booted {
  admin: Client
  /** A client that calls as the gateway. */
  internal: Client
  /** A client with a recruiter key of the employer. */
  recruiter(employerId: number): Client
  /** Creates an employer, by default with a contract, and returns its id. */
  newEmployer(fields?: Record<string, unknown>): Promise<number>
  /** Creates a user and returns its id. */
  newUser(employerId: number): Promise<number>
  /** Mints a recruiter key and returns the response body, which includes the text of the key. */
  mint(employerId: number, fields?: Record<string, unknown>): Promise<Minted>
  mintForCandidate(candidateId: number, fields?: Record<string, unknown>): Promise<Minted>
  /** The record that a gateway gets when it looks up a key. */
  findRecord(apiKey: string): Promise<KeyRecord>
  /** The record of a key in the key bucket. */
  bucketRecord(apiKey: string): Promise<KeyRecord | undefined>
  /** The audit rows of an object, oldest first. */
  auditRows(
    object: string,
  ): Promise<{ actor: string; action: string; before: unknown; after: unknown; requestId: string }[]>
  /** ISO 8601 time `ms` milliseconds from now, business clock. */
  timeIn(ms: number): string
}

/** The response to the minting of a key. */
export interface Minted {
  id: number
  status: string
  apiKey: string
  expiresAt: string | null
}

/** Boots the service; `stop` removes everything it created. */
export async function bootAccounts(settings: Parameters<typeof boot>[1] = {}): Promise<Accounts> {
  const booted = await boot(service, settings)
  const { db, bus } = booted.deps
  const admin = booted.as({ kind: 'admin', actor: 'olga' })
  const internal = booted.as({ kind: 'service', service: 'gateway' })
  let users = 0
  const create = async (path: string, body: unknown) => {
    const response = await admin.post(path, body)
    if (response.status !== 201) throw new Error(`${path}: ${response.text}`)
    return response.body
  }
  return {
    ...booted,
    admin,
    internal,
    recruiter: (employerId) =>
      booted.as({ kind: 'recruiter', employerId, userId: null, keyId: 1, scopes: ['JobPosting'] }),
    newEmployer: async (fields = {}) =>
      (await create('/admin/v1/employers', { name: 'Fjord Ferries', hasActiveContract: true, ...fields })).id,
    newUser: async (employerId) =>
      (
        await create(`/admin/v1/employers/${employerId}/users`, {
          name: 'Ada',
          email: `ada.${++users}@fjord.example`,
          role: 'EmployerAdmin',
        })
      ).id,
    mint: (employerId, fields = {}) =>
      create(`/admin/v1/employers/${employerId}/api-keys`, {
        name: 'ATS',
        scopes: ['JobPosting'],
        ...fields,
      }),
    mintForCandidate: (candidateId, fields = {}) =>
      create(`/admin/v1/candidates/${candidateId}/api-keys`, {
        name: 'mine',
        scopes: ['Profile'],
        ...fields,
      }),
    async findRecord(apiKey) {
      const hash = hashOf(apiKey)
      return (await internal.post(findKeys.path, { hashes: [hash] })).body[hash]
    },
    async bucketRecord(apiKey) {
      try {
        const entry = await (await new Kvm(bus.js).open(KEY_BUCKET)).get(hashOf(apiKey))
        if (entry?.operation !== 'PUT') return undefined
        const { signature: _, ...record } = entry.json<KeyRecord & { signature: string }>()
        return record
      } catch {
        return undefined
      }
    },
    auditRows: (object) => db.sql`
      select actor, action, before, after, request_id from audit where object = ${object} order by id`,
    timeIn: (ms) => new Date(booted.deps.clock.now().getTime() + ms).toISOString(),
  }
}
