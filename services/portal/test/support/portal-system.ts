import { randomUUID } from 'node:crypto'
import { peerVariable, type UpstreamName, upstreamNames } from '@jobboard/contracts/services'
import type { Log } from '@jobboard/service/lifecycle/log'
import { freePort } from '@jobboard/stack/infra/free-port'
import type { Client } from '@jobboard/testkit/client'
import { type Network, network } from '@jobboard/testkit/network'
import { type BootedPortal, bootPortal } from '@jobboard/testkit/portal'
import { onTestFinished } from 'vitest'
import type { EmployerRole, Person, StaffRole } from '../../src/person/person.ts'
import { cookieName } from '../../src/session/cookies.ts'
import { startSession } from '../../src/session/session.ts'
import { openVisitor, type Visitor } from './visitor.ts'

/** A person with the address of the mails. */
export type Mailed<P extends Person = Person> = P & { email: string }

/** Services, a gateway and a portal, and browsers in front of it. */
export interface PortalSystem {
  network: Network
  portal: BootedPortal
  /** Address of the pages. */
  baseUrl: string
  /** A client of the Admin API, with the operators' token. */
  admin: Client
  /** Moves the portal's time; the services have their own. */
  advance(ms: number): void
  /** A browser without a session. `headers` go with each request. */
  visitor(headers?: Record<string, string>): Visitor
  /** A browser with a session of this person. */
  signedIn(person: Person): Promise<Visitor>
  /** A new user with this role, of this employer or of a new one. */
  employerWithUser(
    role: EmployerRole,
    of?: { employerId?: number; email?: string },
  ): Promise<Mailed<Extract<Person, { kind: 'user' }>>>
  /** A new member of the staff. */
  staff(role: StaffRole): Promise<Mailed<Extract<Person, { kind: 'staff' }>>>
  /** A second process of the portal on the same database, at an address of its own. */
  replica(): Promise<BootedPortal>
  /** This browser at another portal, which reaches none of these services until the test ends; other services do. */
  without(down: readonly UpstreamName[], browser: Visitor): Promise<Visitor>
  stop(): Promise<void>
}

const NOBODY = 'http://127.0.0.1:9'
let shared: Promise<PortalSystem> | undefined

/** The system of this test worker, with all services: for tests that change what belongs to employers of their own, move no
 * time and stop nothing. It ends with the worker. */
export function sharedPortalSystem(): Promise<PortalSystem> {
  shared ??= openPortalSystem({
    only: [...upstreamNames],
    // No delivery is tried again while a test runs.
    env: { WEBHOOK_RETRY_DELAYS_SECONDS: '86400,1,1,1,1,1,1' },
  }).then((system) => ({
    ...system,
    advance() {
      throw new Error('the time of a shared system does not move')
    },
    async stop() {},
  }))
  return shared
}

/** Boots the services in `only`, by default accounts alone, and the portal. `env` goes to all of them, `log` is that of the
 * portal. */
export async function openPortalSystem({
  only = ['accounts'],
  env = {},
  log,
  natsUrl,
}: {
  only?: Parameters<typeof network>[0] extends { only?: infer Names } | undefined ? Names : never
  env?: Record<string, string>
  log?: Log
  /** A NATS server that the test stops; by default one for this system. */
  natsUrl?: string
} = {}): Promise<PortalSystem> {
  const port = env.PORTAL_PORT ?? String(await freePort())
  const baseUrl = env.PORTAL_BASE_URL ?? `http://127.0.0.1:${port}`
  const all = { PORTAL_BASE_URL: baseUrl, ...env }
  const system = await network({ only, env: all, ...(natsUrl !== undefined && { natsUrl }) })
  let offsetMs = 0
  const nowMs = () => Date.now() + offsetMs
  const bootOne = (more: Record<string, string>, databaseUrl?: string) =>
    bootPortal(system.services, {
      env: { GATEWAY_URL: system.gateway.adminUrl, ...all, ...more },
      nowMs,
      ...(databaseUrl && { databaseUrl }),
      ...(log && { log }),
    })
  const portal = await bootOne({ PORTAL_PORT: port })
  const replicas: BootedPortal[] = []

  async function create<T>(path: string, body: object): Promise<T> {
    const response = await system.admin.post<T>(path, body)
    if (response.status !== 201) throw new Error(`${path}: ${response.text}`)
    return response.body
  }
  const visitor: PortalSystem['visitor'] = (headers = {}) => openVisitor(portal.pagesUrl, { headers })
  return {
    network: system,
    portal,
    baseUrl,
    admin: system.admin,
    advance(ms) {
      offsetMs += ms
    },
    visitor,
    async signedIn(person) {
      const session = { signedInBy: 'link', userAgent: 'test', now: portal.deps.now() } as const
      const browser = visitor()
      browser.cookies.set(
        cookieName(portal.deps.env, 'session'),
        await startSession(portal.deps.db, person, session),
      )
      return browser
    },
    async employerWithUser(role, { employerId, email = `${randomUUID()}@people.example` } = {}) {
      const employer =
        employerId === undefined
          ? await create<{ id: number; name: string }>('/admin/v1/employers', { name: 'Fjord & Fell' })
          : (await system.admin.get<{ id: number; name: string }>(`/admin/v1/employers/${employerId}`)).body
      const fields = { name: `Ada ${role}`, email, role }
      const { id } = await create<{ id: number }>(`/admin/v1/employers/${employer.id}/users`, fields)
      return { kind: 'user', id, employerId: employer.id, employerName: employer.name, ...fields }
    },
    async staff(role) {
      const fields = { name: `Grace ${role}`, email: `${randomUUID()}@platform.example`, role }
      const { id } = await create<{ id: number }>('/admin/v1/staff', fields)
      return { kind: 'staff', id, ...fields }
    },
    async replica() {
      const booted = await bootOne({}, portal.databaseUrl)
      replicas.push(booted)
      return booted
    },
    async without(down, { cookies }) {
      const peers = Object.fromEntries(down.map((name) => [peerVariable(name), NOBODY]))
      const without = await bootOne(peers, portal.databaseUrl)
      onTestFinished(() => without.stop())
      return openVisitor(without.pagesUrl, { cookies: new Map(cookies) })
    },
    async stop() {
      for (const each of [...replicas, portal]) await each.stop()
      await system.stop()
    },
  }
}
