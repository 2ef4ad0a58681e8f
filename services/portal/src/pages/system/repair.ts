import { rebuildMetrics } from '@jobboard/contracts/employers/employers'
import { MAX_MERGED_DEPTH } from '@jobboard/contracts/limits'
import { listResyncs, replayEvents, startResync } from '@jobboard/contracts/operators/operations'
import { listReindexes, startReindex } from '@jobboard/contracts/search/reindex'
import { stateOwners, upstreamNames } from '@jobboard/contracts/services'
import { badge, linkButton, missingPart, panel } from '@jobboard/html/blocks'
import { type Html, html } from '@jobboard/html/html'
import { stats } from '@jobboard/html/values'
import * as every from '@jobboard/service/every-service/every-service'
import { highest, type Sample } from '@jobboard/service/every-service/observe'
import { type FormData, text } from '../../http/form.ts'
import { toLocal, toMoment, zoneOfForm } from '../../http/local-time.ts'
import { get, type Page, redirect, type View, type Visit } from '../../http/page.ts'
import { command } from '../../kit/command.ts'
import { fields, optionsOf } from '../../kit/fields.ts'
import { filters } from '../../kit/filters.ts'
import { askEvery, observeReplicas } from '../../peers/every-service.ts'
import { mayCall, staffRoles } from '../../person/person.ts'
import { gauge, pastPanel, readOnly, reasons, secondsOf, systemScreen } from './screen.ts'

const HOUR_MS = 3_600_000
/** The outbox keeps events for 14 days. */
const MAX_REPLAY_MS = 14 * 24 * HOUR_MS
const path = '/staff/system/repair'
const roles = ['operator'] as const
const tick = 'Start it'
const badService = 'Choose a service.'
const resyncHints: Record<(typeof stateOwners)[number], string> = {
  jobs: 'Copies of jobs in candidate, pipeline and accounts',
  candidate: 'Search documents, and applications that pipeline lacks',
  pipeline: 'Statuses of applications in candidate and accounts',
  search: 'Unlocks in accounts',
  accounts: 'Names of employers in candidate',
}

const past = filters({ path, pageSize: 20 })

async function showRepair(visit: Visit): Promise<View> {
  const at = past.read(visit, MAX_MERGED_DEPTH)
  const found = await visit.part('every service', () =>
    askEvery(visit, listResyncs, { query: at.query }, (services, { requestId }) =>
      every.listResyncs(services, at.query, requestId),
    ),
  )
  return systemScreen(visit, '/repair', {
    title: 'Resync and replay',
    lead: 'Resync and replay',
    body: [
      mayCall(visit.person.role, startResync)
        ? forms(visit)
        : html`<p class="text-body-secondary">${readOnly}</p>`,
      pastPanel(visit, {
        title: 'Resyncs until now',
        service: 'every service',
        at,
        found,
        name: ({ resyncId }) => resyncId,
        href: ({ resyncId }) => `/staff/system/resync/${resyncId}`,
      }),
      panel({
        title: 'Progress of a replay',
        actions: linkButton({
          href: '/staff/audit?action=start-resync',
          label: 'See the audit',
          icon: 'audit',
        }),
        body: html`<p>A replay has an id, such as jobs-3; the audit links it.</p>`,
      }),
    ],
  })
}

function forms(visit: Visit) {
  const { now, refused } = visit
  const zone = zoneOfForm(visit)
  // Two forms have the field; the summary of errors leads to that of the form that was refused.
  const idOf = (name: string) =>
    refused?.action === `/staff/system/${name}` ? 'field-service' : `field-${name}-service`
  return [
    resync.panel(visit, 'Resync', {
      before:
        'A service publishes its present state again, and the copies of the others follow. While one runs, this leads to it.',
      fields: { service: { id: idOf('resync') } },
    }),
    replay.panel(visit, 'Replay', {
      before:
        'A service publishes events again that it published since a time, for a consumer that lost data. What had its effect already is ignored.',
      hidden: { zone },
      values: { since: toLocal(new Date(now.getTime() - HOUR_MS), zone) },
      fields: { service: { id: idOf('replay') }, since: { hint: `In ${zone}; at most 14 days ago` } },
    }),
    rebuild.panel(visit, 'Employer metrics', {
      before:
        'accounts reads the events of 14 days again and asks jobs, pipeline and search for what is older. Numbers are corrected, none is lost.',
    }),
  ]
}

const resync = command({
  path: '/staff/system/resync',
  roles,
  call: startResync,
  fields: fields(startResync.body, {
    service: {
      label: 'Of service',
      options: stateOwners.map((name) => ({ value: name, label: name, hint: resyncHints[name] })),
    },
  }),
  example: { service: 'jobs' },
  submit: { label: 'Start resync', icon: 'refresh' },
  confirm: { question: 'Every row of the service is published again.', tick },
  check({ form }) {
    return stateOwners.some((name) => name === text(form, 'service')) ? undefined : { service: badService }
  },
  act: (visit, input) =>
    askEvery(visit, startResync, input, (services, askedBy) =>
      every.startResync(services, input.body!.service, askedBy),
    ),
  again: showRepair,
  done: (_visit, { resyncId }) =>
    redirect(`/staff/system/resync/${resyncId}`, 'Accepted: the resync runs.', 'info'),
})

const replay = command({
  path: '/staff/system/replay',
  roles,
  call: replayEvents,
  fields: fields(replayEvents.body, {
    service: { type: 'select', label: 'Of service', options: optionsOf(upstreamNames, '–') },
    since: { type: 'datetime-local', label: 'Published since' },
  }),
  body: (sent, visit) => ({ service: text(sent, 'service'), since: sinceOf(sent, visit) }),
  example: { service: 'jobs' },
  submit: { label: 'Start replay', icon: 'refresh' },
  confirm: { question: 'Every event since then is published again.', tick },
  check(visit) {
    const { form, now } = visit
    const since = sinceOf(form, visit)
    const isOutside = since && (since > now || since.getTime() < now.getTime() - MAX_REPLAY_MS)
    const errors = {
      ...(!upstreamNames.some((name) => name === text(form, 'service')) && { service: badService }),
      ...(!since && { since: 'Enter a day and a time.' }),
      ...(isOutside && { since: 'Enter a time within the last 14 days.' }),
    }
    return Object.keys(errors).length > 0 ? errors : undefined
  },
  act: (visit, input) =>
    askEvery(visit, replayEvents, input, (services, askedBy) =>
      every.startReplay(services, input.body!, askedBy),
    ),
  again: showRepair,
  done: (_visit, { replayId }) =>
    redirect(`/staff/system/replay/${replayId}`, 'Accepted: the replay runs.', 'info'),
})

function sinceOf(sent: FormData, visit: Visit): Date | null | undefined {
  return toMoment(text(sent, 'since').slice(0, 30), zoneOfForm(visit))
}

const rebuild = command({
  path: '/staff/system/metrics-rebuild',
  roles,
  call: rebuildMetrics,
  body: () => ({}),
  submit: { label: 'Count again', icon: 'refresh' },
  confirm: { question: 'The metrics of all employers are counted again.', tick },
  again: showRepair,
  done() {
    const said =
      'Accepted: the metrics are being counted again. They are whole when accounts has read its events; see Streams.'
    return redirect(path, said, 'info')
  },
})

const indexPath = '/staff/system/search'
const theIndex = 'The search index'
const reindexes = filters({ path: indexPath, pageSize: 20 })

async function showIndex(visit: Visit): Promise<View> {
  const at = reindexes.read(visit)
  const [replicas, found] = await Promise.all([
    observeReplicas(visit.deps, ['search']),
    visit.part('search', () => visit.ask(listReindexes, { query: at.query })),
  ])
  const samples = replicas.flatMap(({ report }) => (report.error === undefined ? [report.samples] : []))
  return systemScreen(visit, '/search', {
    title: 'Search index',
    lead: theIndex,
    body: [
      samples.length > 0 ? indexState(samples.flat()) : missingPart({ service: 'search', what: theIndex }),
      mayCall(visit.person.role, startReindex)
        ? reindex.panel(visit, 'Rebuild the index', {
            before:
              'A new index is filled beside the live one and replaces it when it is complete. Searches continue meanwhile. While a rebuild runs, this leads to that one.',
          })
        : html`<p class="text-body-secondary">${readOnly}</p>`,
      pastPanel(visit, {
        title: 'Rebuilds until now',
        service: 'search',
        at,
        found,
        name: ({ reindexId, reason }) => `${reindexId}: ${reasons[reason] ?? reason}`,
        href: ({ reindexId }) => `/staff/system/reindex/${reindexId}`,
      }),
    ],
  })
}

function indexState(samples: readonly Sample[]): Html {
  const live = highest(samples, 'search_index_live')
  const building =
    live === 1
      ? badge({ text: 'Serves searches', tone: 'success' })
      : badge({ text: 'Being built', tone: 'warning' })
  const pending = samples.filter(({ name }) => name === 'consumer_pending').map(({ value }) => value)
  return panel({
    title: theIndex,
    body: stats([
      { label: 'Live', value: live === undefined ? badge({ text: '–' }) : building },
      { label: 'Changes that wait', value: gauge(highest(samples, 'search_index_pending')) },
      { label: 'Oldest waits', value: secondsOf(highest(samples, 'search_index_oldest_pending_seconds')) },
      { label: 'Refused documents', value: gauge(highest(samples, 'search_index_refused')) },
      {
        label: 'Profiles still to read',
        value: gauge(pending.length > 0 ? Math.max(...pending) : undefined),
      },
    ]),
  })
}

const reindex = command({
  path: '/staff/system/reindex',
  roles,
  call: startReindex,
  body: () => ({}),
  submit: { label: 'Rebuild', icon: 'refresh' },
  confirm: { question: 'A rebuild reads every candidate and may take hours with many.', tick: tick },
  again: showIndex,
  done(_visit, { reindexId }) {
    const said = 'Accepted: the rebuild runs. Searches continue meanwhile.'
    return redirect(`/staff/system/reindex/${reindexId}`, said, 'info')
  },
})

/** The search index and its rebuild, resync, replay and the metrics. */
export const repairPages: Page[] = [
  get(indexPath, staffRoles, showIndex),
  reindex,
  get(path, staffRoles, showRepair),
  resync,
  replay,
  rebuild,
]
