import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, client } from '@jobboard/testkit/client'
import { retrying } from '@jobboard/testkit/retrying-client'
import type { ComposeProject } from './engine.ts'

/** Clients of the composed stack: operators, and holders of keys. */
export interface Operators {
  admin: Client
  api(key: string): Client
}

const READY_MS = 300_000
/** Checks in a row that find a gateway ready, half a second apart. */
const READY_CHECKS = 10

/** Starts the stack, unless it runs, and waits until a gateway is ready. */
export async function startStack({ compose }: ComposeProject): Promise<Operators> {
  await compose('up', '-d')
  const { services } = JSON.parse(await compose('config', '--format', 'json'))
  const published = (target: number) =>
    services.proxy.ports.find((port: { target: number }) => port.target === target).published
  const publicUrl = `http://127.0.0.1:${published(8080)}`
  const adminUrl = `http://127.0.0.1:${published(8081)}`
  const deadline = Date.now() + READY_MS
  for (let ready = 0; ready < READY_CHECKS; ) {
    const response = await fetch(`${publicUrl}/healthz/ready`).catch(() => undefined)
    const isReady = response?.ok && ((await response.json()) as { status: string }).status === 'ready'
    ready = isReady ? ready + 1 : 0
    if (Date.now() > deadline) throw new Error('the stack is not ready')
    await sleep(500)
  }
  const token = services.gateway.environment.ADMIN_TOKEN
  return {
    admin: retrying(client(adminUrl, { authorization: `Bearer ${token}` })),
    api: (key) => client(publicUrl, { authorization: `Bearer ${key}` }),
  }
}

/** The address of this machine in the network of the project, which no other machine reaches. */
export async function hostAddress({ name, docker }: ComposeProject): Promise<string> {
  return docker('network', 'inspect', `${name}_services`, '--format', '{{(index .IPAM.Config 0).Gateway}}')
}

/** API keys of the employer for calls without retries. */
export async function mintPlainKeys(
  { admin, api }: Operators,
  employerId: number,
  count: number,
): Promise<Client[]> {
  const keys: Client[] = []
  for (let i = 0; i < count; i++) {
    const path = `/admin/v1/employers/${employerId}/api-keys`
    const { body } = await admin.post(path, { name: `plain ${i}`, scopes: ['JobPosting'] })
    await admin.post(`/admin/v1/api-keys/${body.id}/approve`, {})
    keys.push(api(body.apiKey))
  }
  return keys
}
