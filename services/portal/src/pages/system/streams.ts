import { type UpstreamName, upstreamNames } from '@jobboard/contracts/services'
import { highest, type Sample } from '@jobboard/service/every-service/observe'
import { badge, empty, linkButton, panel } from '../../html/blocks.ts'
import { type Html, html } from '../../html/html.ts'
import { type Column, table } from '../../html/table.ts'
import { number, userText } from '../../html/values.ts'
import type { Page, View } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { observeReplicas, type Replica } from '../../peers/every-service.ts'
import { staffRoles } from '../../person/person.ts'
import { gauge, secondsOf, systemScreen } from './screen.ts'

const path = '/staff/system/streams'
const FULL = 0.8
const MIB = 1_048_576

interface Service {
  service: UpstreamName
  /** Of all its replicas that answer; undefined when none does. */
  samples: readonly Sample[] | undefined
}
interface Consumer {
  service: UpstreamName
  name: string
  samples: readonly Sample[]
}

/** Whether events are published, and whether consumers keep up. */
async function showStreams(visit: Visit): Promise<View> {
  const services = byService(await observeReplicas(visit.deps, upstreamNames))
  const all = services.flatMap(consumersOf)
  const isAll = visit.query.all === 'yes'
  const other = isAll
    ? linkButton({ href: path, label: 'Only those with something to see' })
    : linkButton({ href: `${path}?all=yes`, label: 'All consumers' })
  return systemScreen(visit, 'streams', {
    title: 'Streams',
    lead: 'Whether events are published and read. All replicas of a service together.',
    wide: true,
    body: [
      panel({
        title: 'Publishing',
        body: table({ caption: 'Publishing', columns: publishing, rows: services, empty: '' }),
      }),
      panel({
        title: 'Consumers',
        actions: other,
        body: [
          html`<p class="text-body-secondary">What each has still to read. Only those that are behind, fail or gave up, unless all are shown.</p>`,
          table({
            caption: 'Consumers',
            columns: consuming,
            rows: isAll ? all : all.filter(hasSomething),
            empty:
              all.length === 0
                ? 'No service answered'
                : empty({
                    title: 'Every consumer keeps up',
                    text: 'Nothing waits, fails or was given up.',
                    action: other,
                  }),
          }),
        ],
      }),
    ],
  })
}

export const streamPages: Page[] = [{ method: 'GET', path, roles: staffRoles, handle: showStreams }]

function byService(replicas: readonly Replica<UpstreamName>[]): Service[] {
  return upstreamNames.map((service) => {
    const found = replicas.flatMap(({ service: of, report }) =>
      of === service && report.error === undefined ? [report.samples] : [],
    )
    return { service, samples: found.length > 0 ? found.flat() : undefined }
  })
}

const highestOf = ({ samples }: Service, name: string) => samples && highest(samples, name)

const publishing: Column<Service>[] = [
  { head: 'Service', cell: ({ service }) => service },
  { head: 'Stream', cell: fill },
  { head: 'Events that wait', cell: (row) => gauge(highestOf(row, 'relay_unpublished')), numeric: true },
  {
    head: 'Oldest waits',
    cell: (row) => secondsOf(highestOf(row, 'relay_oldest_unpublished_seconds')),
    numeric: true,
  },
  { head: 'Leaders', cell: leaders, numeric: true },
]

function fill(row: Service): Html | string {
  if (!row.samples) return badge({ text: 'No answer', tone: 'danger' })
  if (highestOf(row, 'relay_stream_missing') === 1) return badge({ text: 'Missing', tone: 'danger' })
  const bytes = highestOf(row, 'relay_stream_bytes')
  if (bytes === undefined) return '–'
  const size = `${number(Math.round((bytes / MIB) * 10) / 10)} MiB`
  const ratio = highestOf(row, 'relay_stream_fill_ratio')
  if (ratio === undefined) return `${size}, no limit`
  const text = `${number(Math.round(ratio * 100))} % full, ${size}`
  return ratio > FULL ? badge({ text, tone: 'danger' }) : text
}

function leaders({ samples }: Service): Html | string {
  if (!samples) return '–'
  const count = samples.filter(({ name, value }) => name === 'relay_leader' && value === 1).length
  return count === 1 ? '1' : badge({ text: number(count), tone: 'warning' })
}

function consumersOf({ service, samples = [] }: Service): Consumer[] {
  const own = samples.filter(({ name, labels }) => name.startsWith('consumer_') && labels.consumer)
  const names = [...new Set(own.map(({ labels }) => labels.consumer!))].sort()
  return names.map((name) => ({
    service,
    name,
    samples: own.filter(({ labels }) => labels.consumer === name),
  }))
}

const watched = ['consumer_pending', 'consumer_waiting_for_retry', 'consumer_dead_letters'] as const

function hasSomething({ samples }: Consumer): boolean {
  return watched.some((name) => (highest(samples, name) ?? 0) > 0)
}

const count = (head: string, name: string): Column<Consumer> => ({
  head,
  cell: ({ samples }) => gauge(highest(samples, name)),
  numeric: true,
})

const consuming: Column<Consumer>[] = [
  { head: 'Consumer', cell: ({ name }) => userText(name) },
  { head: 'Service', cell: ({ service }) => service },
  count('To read', 'consumer_pending'),
  count('In flight', 'consumer_ack_pending'),
  count('Wait for a retry', 'consumer_waiting_for_retry'),
  {
    head: 'Failing for',
    cell: ({ samples }) => secondsOf(highest(samples, 'consumer_oldest_waiting_seconds')),
    numeric: true,
  },
  {
    head: 'Dead letters',
    cell: ({ service, samples }) => {
      const n = highest(samples, 'consumer_dead_letters')
      if (!n) return gauge(n)
      return html`<a href=${`/staff/dead-letters?service=${service}`}>${gauge(n)}</a>`
    },
    numeric: true,
  },
]
