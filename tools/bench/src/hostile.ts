import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { postJson } from '@jobboard/jobboard/demo/post-json'
import type { Log } from '@jobboard/stack/infra/log'
import type { Settings } from '@jobboard/stack/settings'
import type { Stack } from '@jobboard/stack/stack'
import { mapConcurrently } from './concurrency.ts'
import { type Figure, markdownTable, quantile } from './figures.ts'
import type { Attacker } from './hostile-attacker.ts'
import { type Attack, attacks } from './hostile-bodies.ts'

const REQUESTS = 90
const CONNECTIONS = 10
const EVERY_MS = 20
const QUIET_CALLS = 100
const WARM_UP_CALLS = 200
const PAUSE_MS = 1_000
/** Requests per minute and key are limited. */
const KEYS = 40
const GOAL_RATIO = 5

const calls = { employer: '/api/v1/jobs?pageSize=1', candidate: '/api/v1/me/profile' }
const targets = {
  employer: { method: 'POST', path: '/api/v1/jobs' },
  candidate: { method: 'PUT', path: '/api/v1/me/profile' },
}

/** How long others wait while one key sends 90 bodies that cost more than their number says. */
export async function benchHostile(
  stack: Stack,
  settings: Settings,
  log: Log,
): Promise<{ figures: Figure[]; tables: string[] }> {
  const mint = openMint(stack, settings)
  const keys = {
    employer: await mapConcurrently(KEYS, 4, () => mint.employer()),
    candidate: await mapConcurrently(KEYS, 4, () => mint.candidate()),
  }
  let sent = 0
  const call = async (by: Attack['by']) => {
    const headers = { authorization: `Bearer ${keys[by][sent++ % KEYS]}` }
    const begin = performance.now()
    const response = await fetch(stack.baseUrl + calls[by], { headers })
    await response.arrayBuffer()
    return { tookMs: performance.now() - begin, status: response.status }
  }
  for (let i = 0; i < WARM_UP_CALLS; i++) await call(i % 2 ? 'employer' : 'candidate')
  const figures: Figure[] = []
  const rows: (string | number)[][] = []
  for (const attack of attacks) {
    log(`${attack.what}…`)
    const token = await mint[attack.by]()
    const quiet = await callUntil(() => call(attack.by), { calls: QUIET_CALLS })
    const attacker = (await startAttacker(stack, attack, token))()
    const during = await callUntil(() => call(attack.by), { ended: attacker })
    const ratio = p95(during) / p95(quiet)
    const refused = during.filter(({ status }) => status !== 200).length
    figures.push(
      {
        what: `${attack.what}: p95 of others to quiet p95`,
        value: ratio,
        unit: '',
        goal: `<= ${GOAL_RATIO}`,
      },
      { what: `${attack.what}: calls of others that failed`, value: refused, unit: '', goal: '0' },
    )
    const statuses = Object.entries(await attacker).map(([status, count]) => `${count} × ${status}`)
    rows.push([attack.what, statuses.join(', '), during.length, p95(quiet), p95(during), ratio, refused])
    await sleep(PAUSE_MS)
  }
  const head = [
    '90 bodies of one key',
    'its responses',
    'calls of others',
    'quiet p95, ms',
    'p95, ms',
    'ratio',
  ]
  return { figures, tables: [markdownTable([...head, 'failed'], rows)] }
}

/** Keys of a new employer or candidate each, as a budget of bytes is that of an owner. */
function openMint(stack: Stack, settings: Settings) {
  const admin = <T>(path: string, body: unknown) =>
    postJson<T>(stack.adminUrl, settings.adminToken, path, body)
  const keyOf = async (owners: string, owner: object, scope: string) => {
    const { id } = await admin<{ id: number }>(`/admin/v1/${owners}`, owner)
    const key = { name: 'bench', scopes: [scope] }
    return (await admin<{ apiKey: string }>(`/admin/v1/${owners}/${id}/api-keys`, key)).apiKey
  }
  let people = 0
  return {
    employer: () => keyOf('employers', { name: 'Bench', isTrustedPartner: true }, 'JobPosting'),
    candidate: () =>
      keyOf(
        'candidates',
        { firstName: 'Bench', lastName: 'Hostile', email: `hostile-${people++}@example.com` },
        'Profile',
      ),
  }
}

/** Returns what starts the attack, and gets the number of each status. */
async function startAttacker(stack: Stack, attack: Attack, token: string) {
  const { method, path } = targets[attack.by]
  const attacker: Attacker = {
    url: stack.baseUrl + path,
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...attack.headers },
    body: attack.body,
    requests: REQUESTS,
    connections: CONNECTIONS,
  }
  const child = fork(new URL('./hostile-attacker.ts', import.meta.url))
  await once(child, 'message')
  return async () => {
    child.send(attacker)
    const [statuses] = await once(child, 'message')
    return statuses as Record<number, number>
  }
}

interface Timed {
  tookMs: number
  status: number
}

/** One call each 20 ms, whether the one before has ended or not. */
async function callUntil(
  call: () => Promise<Timed>,
  until: { calls: number } | { ended: Promise<unknown> },
): Promise<Timed[]> {
  const started: Promise<Timed>[] = []
  let isOver = false
  if ('ended' in until) void until.ended.finally(() => (isOver = true))
  while (!isOver && !('calls' in until && started.length >= until.calls)) {
    started.push(call())
    await sleep(EVERY_MS)
  }
  return Promise.all(started)
}

function p95(timed: Timed[]): number {
  return quantile(
    timed.map(({ tookMs }) => tookMs),
    0.95,
  )
}
