import { notFound } from '@jobboard/contracts/error'
import { badge, linkButton, notice, panel, type Tone } from '@jobboard/html/blocks'
import { type Child, type Html, html } from '@jobboard/html/html'
import { numeric, table, tablePanel } from '@jobboard/html/table'
import { number, userText } from '@jobboard/html/values'
import { highest, type Sample } from '@jobboard/service/every-service/observe'
import { symptomsOf } from '@jobboard/service/every-service/symptoms'
import { type Area, get, type View, type Visit } from '../../http/page.ts'
import { filters } from '../../kit/filters.ts'
import { observeReplicas, type ProcessName, processNames, type Replica } from '../../peers/every-service.ts'
import { staffRoles } from '../../person/person.ts'
import { repairPages } from './repair.ts'
import { progressPages, secondsOf, systemScreen } from './screen.ts'
import { streamPages } from './streams.ts'

const SKEW_WARN_SECONDS = 2
const MAX_ROWS = 200
const path = '/staff/system/services/:service'
const states: Record<string, string> = {
  ready: 'Ready',
  degraded: 'Degraded',
  unavailable: 'Not ready',
  stopping: 'Stopping',
}
const tones: Record<string, Tone> = { ready: 'success', degraded: 'warning', stopping: 'warning' }
const downMeans: Record<ProcessName, string> = {
  gateway: 'Clients of this gateway get no response; other gateways and this portal work.',
  accounts: 'Keys and persons are believed as last read; keys, users and the audit cannot be changed.',
  jobs: 'Jobs cannot be read or published; candidates can apply to jobs that are known.',
  pipeline: 'Recruiters see no applications; new ones wait and arrive later.',
  candidate: 'Candidates cannot apply or read their profile.',
  search: 'CV search answers 503 and costs nothing.',
  webhook: 'No webhook is sent; events wait and are sent later.',
}
const gatewayPartMeans: Record<string, string> = {
  nats: 'Keys are confirmed by accounts, and each gateway counts rate limits alone.',
  services: 'No service of the public API answers: every call is 503.',
  keys: 'No key can be verified: every call is 503.',
}
const partMeans: Record<string, string> = {
  postgres: 'Every call of this service is 503.',
  nats: 'Calls work; events, copies and webhooks wait.',
  outbox: 'Events of this service wait and are not published.',
  'search-index': 'CV search answers from Postgres or 503 until the index is there.',
  'search-documents': 'The documents of an older release are being rebuilt; search waits for them.',
}

/** Every gateway and every replica of every service, with what it lacks. */
async function showServices(visit: Visit): Promise<View> {
  const replicas = await observeReplicas(visit.deps, processNames)
  return systemScreen(visit, '', {
    title: 'System',
    lead: 'Every gateway and every replica of a service, as it answers now. One that is silent for 2 seconds, a gateway for 4, counts as down.',
    wide: true,
    body: [
      symptomPanel(replicas),
      tablePanel({
        title: 'Services',
        columns: {
          Service: ({ service }: Replica) => service,
          Address: ({ address }) => userText(address),
          State: stateBadge,
          'What is missing, and what that means': missing,
          Role: role,
          Clock: clock,
        },
        rows: replicas,
        empty: 'No service answered',
        rowHref: ({ service }) => `/staff/system/services/${service}`,
      }),
    ],
  })
}

/** What `jobboard doctor` says about the replicas that answer, and what to do; the alerts have the same limits. */
function symptomPanel(replicas: readonly Replica[]): Html | false {
  const byService = Map.groupBy(replicas, ({ service }) => service)
  const rows = [...byService].flatMap(([service, all]) => {
    const samples = all.flatMap(({ report }) => (report.error === undefined ? report.samples : []))
    return symptomsOf(service, samples).map((shown) => ({ service, ...shown }))
  })
  const all = rows.toSorted((a, b) => (a.level < b.level ? -1 : a.level > b.level ? 1 : 0))
  return (
    all.length > 0 &&
    tablePanel({
      title: 'What is wrong',
      rows: all,
      empty: '',
      columns: {
        What: ({ level, what }) => [badge(levels[level]), ' ', what],
        'What to do': ({ service, symptom: { advice } }) =>
          typeof advice === 'string' ? advice : advice(service),
        Runbook: ({ symptom }) => html`<code>docs/runbooks/${symptom.page}</code>`,
      },
    })
  )
}

const levels = {
  fail: { text: 'Fails', tone: 'danger' },
  warn: { text: 'Look at it', tone: 'warning' },
} as const

function stateBadge({ report }: Replica): Html {
  if (report.error !== undefined) return badge({ text: 'No answer', tone: 'danger' })
  return badge({ text: states[report.status] ?? report.status, tone: tones[report.status] ?? 'danger' })
}

function missing({ service, report }: Replica): Html {
  if (report.error !== undefined) return html`<span>${downMeans[service]}</span>`
  const down = report.parts.filter(({ ok }) => !ok)
  const means = service === 'gateway' ? gatewayPartMeans : partMeans
  return html`<span class="vstack gap-1">${down.map(({ name, error }) => {
    return html`<span><strong>${name}</strong> ${means[name] ?? 'This part is not ready.'} ${error && userText(error, { lines: 2 })}</span>`
  })}</span>`
}

/** What a replica does for the others of its kind: publishes events, or counts rate limits with other gateways. */
function role({ service, report }: Replica): string {
  if (report.error !== undefined) return ''
  if (service !== 'gateway') return highest(report.samples, 'relay_leader') === 1 ? 'Publishes events' : ''
  const members = highest(report.samples, 'gateway_limiter_members') ?? 0
  if (members === 0) return 'Rate limits: counts alone, without NATS'
  return members === 1
    ? 'Rate limits: 1 gateway counts'
    : `Rate limits: ${number(members)} gateways count together`
}

/** How far the clock of the replica is ahead of its database's, or of this process's. */
function clock({ report }: Replica): Html | string {
  if (report.error !== undefined) return '–'
  const skew = highest(report.samples, 'clock_skew_seconds') ?? 0
  const most = Math.max(Math.abs(skew), Math.abs(report.clockDifferenceSeconds))
  return most > SKEW_WARN_SECONDS ? badge({ text: secondsOf(most), tone: 'danger' }) : 'agrees'
}

const metrics = filters({
  path,
  pageSize: MAX_ROWS,
  fields: { name: { type: 'search', label: 'Name contains', maxLength: 100 } },
  submit: { label: 'Show', icon: 'filter' },
})

async function showMetrics(visit: Visit): Promise<View> {
  const service = processNames.find((name) => name === visit.params.service)
  if (!service) throw notFound()
  const at = metrics.read(visit)
  const replicas = await observeReplicas(visit.deps, [service])
  const title = `Metrics of ${service}`
  return systemScreen(visit, '', {
    title,
    lead: 'What the runbooks look at, of each replica. Histogram buckets are left out.',
    body: [
      panel({
        title,
        actions: linkButton({ href: '/staff/system', label: 'All services', icon: 'previous' }),
        body: at.form(),
      }),
      replicas.map((replica) =>
        panel({ title: replica.address, body: samplesOf(replica, at.query.name ?? '') }),
      ),
    ],
  })
}

function samplesOf({ address, report }: Replica, name: string): Child {
  if (report.error !== undefined) {
    return notice({ tone: 'danger', body: `${address} does not answer: ${report.error}` })
  }
  const found = report.samples.filter((one) => one.name.includes(name) && !one.name.endsWith('_bucket'))
  const tooMany = `${number(MAX_ROWS)} of ${number(found.length)} are shown; enter a part of the name.`
  return [
    found.length > MAX_ROWS && notice({ tone: 'info', body: tooMany }),
    table({
      caption: address,
      columns: {
        Metric: (sample: Sample) => userText(sample.name),
        Labels: ({ labels }) => {
          const pairs = Object.entries(labels).map(([key, value]) => `${key}=${value}`)
          return userText(pairs.join(', '), { lines: 2 })
        },
        Value: numeric(({ value }) => (Number.isFinite(value) ? number(value) : String(value))),
      },
      rows: found.slice(0, MAX_ROWS),
      empty: 'No metric has this in its name',
    }),
  ]
}

export const system: Area = {
  places: [{ href: '/staff/system', label: 'System', icon: 'system', roles: staffRoles }],
  pages: [
    get('/staff/system', staffRoles, showServices),
    get(path, staffRoles, showMetrics),
    ...streamPages,
    ...repairPages,
    ...progressPages,
  ],
}
