import { type UpstreamName, upstreamNames } from '@jobboard/contracts/services'
import { highest, type Sample } from '@jobboard/service/every-service/observe'
import { badge, empty, linkButton, panel } from '../../html/blocks.ts'
import { type Html, html } from '../../html/html.ts'
import { type Column, table } from '../../html/table.ts'
import { number, userText } from '../../html/values.ts'
import { view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import { observeReplicas, type Replica } from '../../peers/every-service.ts'
import { staffRoles } from '../../person/person.ts'
import { gauge, secondsOf, systemHead } from './head.ts'
import { texts } from './texts.ts'

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
export const streamsPage: Page = {
  method: 'GET',
  path,
  roles: staffRoles,
  async handle({ deps, query }) {
    const services = byService(await observeReplicas(deps, upstreamNames))
    const all = services.flatMap(consumersOf)
    const isAll = query.all === 'yes'
    const shown = isAll ? all : all.filter(hasSomething)
    const other = isAll
      ? linkButton({ href: path, label: texts.behindOnly })
      : linkButton({ href: `${path}?all=yes`, label: texts.showAll })
    const body = html`<div class="jb-stack">
      ${systemHead('streams', texts.streamsLead)}
      ${panel({
        title: texts.publishing,
        body: table({ caption: texts.publishing, columns: publishing, rows: services, empty: '' }),
      })}
      ${panel({
        title: texts.consumers,
        actions: other,
        body: [
          html`<p class="jb-muted">${texts.consumersLead}</p>`,
          table({
            caption: texts.consumers,
            columns: consuming,
            rows: shown,
            empty:
              all.length === 0
                ? texts.noConsumers
                : empty({ title: texts.noneBehind, text: texts.noneBehindNext, action: other }),
          }),
        ],
      })}
    </div>`
    return view({ title: texts.tabs.streams, body, wide: true })
  },
}

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
  { head: texts.service, cell: ({ service }) => service },
  { head: texts.fill, cell: fill },
  { head: texts.waiting, cell: (row) => gauge(highestOf(row, 'relay_unpublished')), numeric: true },
  {
    head: texts.oldest,
    cell: (row) => secondsOf(highestOf(row, 'relay_oldest_unpublished_seconds')),
    numeric: true,
  },
  { head: texts.leaders, cell: leaders, numeric: true },
]

function fill(row: Service): Html | string {
  if (!row.samples) return badge({ text: texts.down, tone: 'danger' })
  if (highestOf(row, 'relay_stream_missing') === 1) return badge({ text: texts.noStream, tone: 'danger' })
  const bytes = highestOf(row, 'relay_stream_bytes')
  if (bytes === undefined) return texts.unknown
  const size = `${number(Math.round((bytes / MIB) * 10) / 10)} MiB`
  const ratio = highestOf(row, 'relay_stream_fill_ratio')
  if (ratio === undefined) return texts.bytesOnly(size)
  const text = texts.filled(`${number(Math.round(ratio * 100))} %`, size)
  return ratio > FULL ? badge({ text, tone: 'danger' }) : text
}

function leaders({ samples }: Service): Html | string {
  if (!samples) return texts.unknown
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
  { head: texts.consumer, cell: ({ name }) => userText(name) },
  { head: texts.service, cell: ({ service }) => service },
  count(texts.pending, 'consumer_pending'),
  count(texts.ackPending, 'consumer_ack_pending'),
  count(texts.retrying, 'consumer_waiting_for_retry'),
  {
    head: texts.failingFor,
    cell: ({ samples }) => secondsOf(highest(samples, 'consumer_oldest_waiting_seconds')),
    numeric: true,
  },
  {
    head: texts.deadLetters,
    cell: ({ service, samples }) => {
      const n = highest(samples, 'consumer_dead_letters')
      if (!n) return gauge(n)
      return html`<a href=${`/staff/dead-letters?service=${service}`}>${gauge(n)}</a>`
    },
    numeric: true,
  },
]
