import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { backupMetrics, drillMetrics } from '@jobboard/jobboard/backup/metrics'
import { symptoms } from '@jobboard/service/every-service/symptoms'
import { root } from '@jobboard/stack/settings'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { type BootedPortal, bootPortal } from '@jobboard/testkit/portal'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alerts, dashboards, datasources, parsePromql, queries } from './support/monitoring-files.ts'

/** From deploy/prometheus.yml, and from Prometheus itself; it renames a label `service` of ours. */
const SCRAPE_LABELS = ['job', 'instance', 'service', 'exported_service', 'le']
/** Of Prometheus itself, node-exporter and kubelets, and of `jobboard backup daily`, below. */
const OF_OTHERS = /^(up$|node_|kubelet_|jobboard_(backup|drill)_)/
const DRILL = {
  ...{ startedAt: new Date(), takenAt: new Date(), findings: [], toEraseAgain: [] },
  ...{ recoveryPointSeconds: 1, recoveryTimeSeconds: 1 },
}
const hasPromtool = spawnSync('promtool', ['--version']).status === 0
if (!hasPromtool) console.warn('The checks by promtool are skipped: it is not installed.')

let net: Network
let portal: BootedPortal
beforeAll(async () => {
  net = await network()
  portal = await bootPortal(net.services)
})
afterAll(async () => {
  await portal?.stop()
  await net.stop()
})

/** The exported metrics, each with its labels. */
async function exported(): Promise<Map<string, Set<string>>> {
  const urls = [net.gateway.adminUrl, portal.url, ...Object.values(net.services).map(({ url }) => url)]
  const texts = await Promise.all(urls.map(async (url) => (await fetch(`${url}/metrics`)).text()))
  const found = new Map<string, Set<string>>()
  for (const [, name, labels = ''] of texts.join('\n').matchAll(/^([a-z_0-9]+)(?:\{(.*)\})? /gm)) {
    const known = found.get(name!) ?? new Set()
    for (const [, label] of labels.matchAll(/(\w+)="/g)) known.add(label!)
    found.set(name!, known)
  }
  return found
}

/** Each metric, and each label by which a query selects or groups, that no process exports. */
async function missing(): Promise<string[]> {
  const found = await exported()
  return queries.flatMap(({ place, expr }) => {
    const { metrics, groupedBy } = parsePromql(expr)
    const used = [...metrics].filter(([name]) => !OF_OTHERS.test(name))
    const names = used.flatMap(([name]) => (found.has(name) ? [] : [`${place}: ${name}`]))
    const known = new Set([...SCRAPE_LABELS, ...used.flatMap(([name]) => [...(found.get(name) ?? [])])])
    const selected = used.flatMap(([, labels]) => [...labels])
    const labels = [...selected, ...(used.length > 0 ? groupedBy : [])].filter((label) => !known.has(label))
    return [...names, ...labels.map((label) => `${place}: the label ${label}`)]
  })
}

test('deploy/alerts.yml: every metric is exported by a running gateway, service or portal, and so is every one of a dashboard', async () => {
  await net.admin.get('/admin/v1/employers/1')
  await net.admin.get('/admin/v1/webhook-subscriptions')
  expect(queries.length).toBeGreaterThan(60)
  await eventually('each metric has a sample', async () => (await missing()).length === 0).catch(async () =>
    expect(await missing()).toEqual([]),
  )
})

test('deploy/alerts.yml: what is asked of backups is what `backup daily` serves', () => {
  const served = backupMetrics(new Date(), false) + drillMetrics(DRILL)
  const asked = queries.flatMap(({ expr }) => expr.match(/jobboard_(?:backup|drill)_\w+/g) ?? [])
  expect(asked.length).toBeGreaterThan(2)
  expect(asked.filter((name) => !served.includes(`\n${name} `))).toEqual([])
})

test('every expression of an alert and a dashboard is PromQL', () => {
  const errors = queries.map(({ place, expr }) => [place, parsePromql(expr).syntaxError])
  expect(errors.filter(([, error]) => error !== undefined)).toEqual([])
  expect(parsePromql('sum by (a (rate(b[5m]))').syntaxError).toBeDefined()
})

test('deploy/alerts.yml: each alert names a part of a runbook that exists', () => {
  expect(alerts.length).toBeGreaterThan(15)
  for (const { alert, annotations } of alerts) {
    const [file = '', anchor = ''] = annotations.runbook.split('#')
    expect([alert, existsSync(join(root, file))]).toEqual([alert, true])
    const headings = [...readFileSync(join(root, file), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
      title!
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    )
    expect([alert, headings.includes(anchor)]).toEqual([alert, true])
  }
})

test('doctor looks for what the alerts look for: the same metrics, limits and pages', () => {
  const watched = readFileSync(join(root, 'docs/runbooks/README.md'), 'utf8')
  for (const { metric, where, page, warn, fail, alerts: names = [] } of symptoms) {
    expect([metric, existsSync(join(root, 'docs/runbooks', page))]).toEqual([metric, true])
    expect(watched).toContain(metric)
    for (const name of names) {
      const { expr, annotations } = alerts.find(({ alert }) => alert === name)!
      expect([name, expr]).toEqual([name, expect.stringContaining(metric)])
      expect([name, annotations.runbook.split('#')[0]]).toEqual([name, `docs/runbooks/${page}`])
      // A count since a start, as doctor reads it, grows in the expression.
      const limits = where ? ['> 0'] : [warn, fail].filter((limit) => limit && expr.endsWith(` ${limit}`))
      expect([name, limits.length]).toEqual([name, 1])
    }
  }
})

test('dashboards: ids and places are unique, data sources and variables exist', () => {
  const uids = new Set(datasources.map(({ uid }) => uid))
  expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(dashboards.length)
  for (const { file, panels, templating } of dashboards) {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, i) => `${x + (i % w)} ${y + Math.floor(i / w)}`),
    )
    expect([file, new Set(cells).size, cells.every((cell) => Number(cell.split(' ')[0]) < 24)]).toEqual([
      file,
      cells.length,
      true,
    ])
    const defined = new Set(['__rate_interval', ...templating.list.map(({ name }) => name)])
    const charts = panels.flatMap((panel) => (panel.type === 'row' ? [] : [panel]))
    for (const { title, targets, datasource } of charts) {
      expect([title, uids.has(datasource.uid)]).toEqual([title, true])
      const used = targets.flatMap(({ expr }) => [...expr.matchAll(/\$(\w+)/g)].map(([, name]) => name!))
      expect([title, used.filter((name) => !defined.has(name))]).toEqual([title, []])
    }
  }
})

test.skipIf(!hasPromtool)('promtool accepts the configuration, and the alerts fire when they should', () => {
  for (const args of [
    ['check', 'config', 'deploy/prometheus.yml'],
    ['check', 'rules', 'deploy/alerts.yml'],
    ['test', 'rules', 'deploy/observability/alerts.test.yml'],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: root, encoding: 'utf8' })
    expect([args, status, status === 0 ? '' : stdout + stderr]).toEqual([args, 0, ''])
  }
})
