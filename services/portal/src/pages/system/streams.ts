import { type UpstreamName, upstreamNames } from '@jobboard/contracts/services'
import { badge, linkButton } from '@jobboard/html/blocks'
import { type Html, html } from '@jobboard/html/html'
import { type Columns, numeric, tablePanel } from '@jobboard/html/table'
import { number, userText } from '@jobboard/html/values'
import { highest, type Sample } from '@jobboard/service/every-service/observe'
import { symptomsOf } from '@jobboard/service/every-service/symptoms'
import { get, type Page, type View, type Visit } from '../../http/page.ts'
import { observeReplicas, type Replica } from '../../peers/every-service.ts'
import { staffRoles } from '../../person/person.ts'
import { gauge, secondsOf, systemScreen } from './screen.ts'

const path = '/staff/system/streams'
const MIB = 1_048_576

interface Sampled {
  service: UpstreamName
  /** Of all replicas that answer; undefined when none does. */
  samples: readonly Sample[] | undefined
}
interface Consumer extends Sampled {
  name: string
  samples: readonly Sample[]
}

async function showStreams(visit: Visit): Promise<View> {
  const services = byService(await observeReplicas(visit.deps, upstreamNames))
  const all = services.flatMap(consumersOf)
  const isAll = visit.query.all === 'yes'
  const other = isAll
    ? linkButton({ href: path, label: 'Only those with something to see' })
    : linkButton({ href: `${path}?all=yes`, label: 'All consumers' })
  return systemScreen(visit, '/streams', {
    title: 'Streams',
    lead: 'Whether events are published and read. All replicas of a service together.',
    wide: true,
    body: [
      tablePanel({ title: 'Publishing', columns: publishing, rows: services, empty: '' }),
      tablePanel({
        title: 'Consumers',
        actions: other,
        before: html`<p class="text-body-secondary">What each has still to read. Only those that are behind, fail or gave up, unless all are shown.</p>`,
        columns: consuming,
        rows: isAll ? all : all.filter(hasSomething),
        empty:
          all.length === 0
            ? 'No service answered'
            : {
                title: 'Every consumer keeps up',
                text: 'Nothing waits, fails or was given up.',
                action: other,
              },
      }),
    ],
  })
}

function byService(replicas: readonly Replica<UpstreamName>[]): Sampled[] {
  return upstreamNames.map((service) => {
    const found = replicas.flatMap(({ service: of, report }) =>
      of === service && report.error === undefined ? [report.samples] : [],
    )
    return { service, samples: found.length > 0 ? found.flat() : undefined }
  })
}

/** A value in words; with a badge where it is what `jobboard doctor` and the alerts warn of. */
function marked(text: string, { service, samples }: Sampled, metric: string): Html | string {
  const shown = samples && symptomsOf(service, samples).find(({ symptom }) => symptom.metric === metric)
  return shown ? badge({ text, tone: shown.level === 'fail' ? 'danger' : 'warning' }) : text
}

const highestOf = <Row extends Sampled>(metric: string, words: (value: number | undefined) => string) =>
  numeric((row: Row) => marked(words(row.samples && highest(row.samples, metric)), row, metric))

const publishing: Columns<Sampled> = {
  Service: ({ service }) => service,
  Stream: fill,
  'Events that wait': highestOf('relay_unpublished', gauge),
  'Oldest waits': highestOf('relay_oldest_unpublished_seconds', secondsOf),
  Leaders: numeric((row) => {
    const leaders = row.samples?.filter(({ name, value }) => name === 'relay_leader' && value === 1)
    return marked(gauge(leaders?.length), row, 'relay_leader')
  }),
}

function fill(row: Sampled): Html | string {
  if (!row.samples) return badge({ text: 'No answer', tone: 'danger' })
  if (highest(row.samples, 'relay_stream_missing') === 1) return badge({ text: 'Missing', tone: 'danger' })
  const bytes = highest(row.samples, 'relay_stream_bytes')
  if (bytes === undefined) return '–'
  const size = `${number(Math.round((bytes / MIB) * 10) / 10)} MiB`
  const ratio = highest(row.samples, 'relay_stream_fill_ratio')
  if (ratio === undefined) return `${size}, no limit`
  return marked(`${number(Math.round(ratio * 100))} % full, ${size}`, row, 'relay_stream_fill_ratio')
}

function consumersOf({ service, samples = [] }: Sampled): Consumer[] {
  const own = samples.filter(({ name, labels }) => name.startsWith('consumer_') && labels.consumer)
  const byName = Map.groupBy(own, ({ labels }) => labels.consumer!)
  return [...byName]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, samples]) => ({ service, name, samples }))
}

const watched = ['consumer_pending', 'consumer_waiting_for_retry', 'consumer_dead_letters'] as const

function hasSomething({ samples }: Consumer): boolean {
  return watched.some((name) => (highest(samples, name) ?? 0) > 0)
}

const consuming: Columns<Consumer> = {
  Consumer: ({ name }) => userText(name),
  Service: ({ service }) => service,
  'To read': highestOf('consumer_pending', gauge),
  'In flight': highestOf('consumer_ack_pending', gauge),
  'Wait for a retry': highestOf('consumer_waiting_for_retry', gauge),
  'Failing for': highestOf('consumer_oldest_waiting_seconds', secondsOf),
  'Dead letters': numeric(({ service, samples }) => {
    const n = highest(samples, 'consumer_dead_letters')
    return n ? html`<a href=${`/staff/dead-letters?service=${service}`}>${gauge(n)}</a>` : gauge(n)
  }),
}

export const streamPages: Page[] = [get(path, staffRoles, showStreams)]
