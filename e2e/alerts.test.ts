import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@jobboard/stack/settings'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'

const alerts = readFileSync(join(root, 'deploy/alerts.yml'), 'utf8')

let net: Network
beforeAll(async () => {
  net = await network({ only: ['accounts', 'jobs', 'webhook', 'candidate', 'search'] })
})
afterAll(() => net.stop())

async function exportedNames(): Promise<Set<string>> {
  const { jobs, webhook, candidate, search } = net.services
  const urls = [net.gateway.adminUrl, jobs.url, webhook.url, candidate.url, search.url]
  const texts = await Promise.all(urls.map(async (url) => (await fetch(`${url}/metrics`)).text()))
  const samples = texts.join('\n').matchAll(/^([a-z_]+)[ {]/gm)
  return new Set([...samples].map(([, name]) => name!))
}

test('deploy/alerts.yml: every metric is exported by a running gateway or service', async () => {
  const admin = net.admin
  await admin.get('/admin/v1/employers/1')
  const used = new Set(alerts.match(/\b(?:gateway|relay|consumer|webhook|erasure|search|http|db)_[a-z_]+/g))
  expect(used.size).toBeGreaterThan(8)
  await eventually('each metric has a sample', async () => {
    const exported = await exportedNames()
    return [...used].every((name) => exported.has(name))
  }).catch(async () => {
    const exported = await exportedNames()
    expect([...used].filter((name) => !exported.has(name))).toEqual([])
  })
})

test('deploy/alerts.yml: each alert names a runbook that exists', () => {
  const runbooks = [...alerts.matchAll(/runbook: (\S+) \}/g)].map(([, file]) => file!)
  expect(runbooks).toHaveLength(alerts.match(/- alert: /g)!.length)
  for (const file of runbooks) expect(existsSync(join(root, 'docs/runbooks', file))).toBe(true)
})
