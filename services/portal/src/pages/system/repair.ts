import { rebuildMetrics } from '@jobboard/contracts/employers/employers'
import { MAX_MERGED_DEPTH } from '@jobboard/contracts/limits'
import { listResyncs, replayEvents, startResync } from '@jobboard/contracts/operators/operations'
import { stateOwners, upstreamNames } from '@jobboard/contracts/services'
import * as replays from '@jobboard/service/every-service/every-service'
import * as resyncs from '@jobboard/service/every-service/every-service'
import { text } from '../../http/form.ts'
import { knownZone, toMoment } from '../../http/local-time.ts'
import { redirect, view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { askEvery } from '../../peers/every-service.ts'
import { staffRoles } from '../../person/person.ts'
import { PAST_ROWS, pastPage, pastPanel } from './past.ts'
import { nothingEntered, type RepairErrors, repairBody } from './repair-forms.ts'
import { texts } from './texts.ts'

const path = '/staff/system/repair'
const operators = ['operator'] as const

/** Starts a resync, a replay, and the count of the employer metrics. */
export const repairPages: Page[] = [
  { method: 'GET', path, roles: staffRoles, handle: (visit) => show(visit) },
  {
    method: 'POST',
    path: '/staff/system/resync',
    roles: operators,
    async handle(visit) {
      const { form, operation } = visit
      const service = stateOwners.find((name) => name === text(form, 'service'))
      const errors = { ...(!service && { service: texts.badService }), ...unconfirmed(visit) }
      if (!service || Object.keys(errors).length > 0) {
        return show(visit, { resync: { values: form, errors } })
      }
      const { resyncId } = await askEvery(
        visit,
        startResync,
        { body: { service } },
        (every, askedBy) => resyncs.startResync(every, service, askedBy),
        operation,
      )
      return redirect(`/staff/system/resync/${resyncId}`, texts.resyncStarted, 'info')
    },
  },
  {
    method: 'POST',
    path: '/staff/system/replay',
    roles: operators,
    async handle(visit) {
      const { form, operation, zone, now } = visit
      const service = upstreamNames.find((name) => name === text(form, 'service'))
      const since = toMoment(text(form, 'since').slice(0, 30), knownZone(text(form, 'zone'), zone))
      const isOutside = since && (since > now || since.getTime() < now.getTime() - MAX_REPLAY_MS)
      const errors: Record<string, string> = {
        ...(!service && { service: texts.badService }),
        ...(!since && { since: texts.badTime }),
        ...(isOutside && { since: texts.outside }),
        ...unconfirmed(visit),
      }
      if (!service || !since || Object.keys(errors).length > 0) {
        return show(visit, { replay: { values: form, errors } })
      }
      const body = { service, since }
      const { replayId } = await askEvery(
        visit,
        replayEvents,
        { body },
        (every, askedBy) => replays.startReplay(every, body, askedBy),
        operation,
      )
      return redirect(`/staff/system/replay/${replayId}`, texts.replayStarted, 'info')
    },
  },
  {
    method: 'POST',
    path: '/staff/system/metrics-rebuild',
    roles: operators,
    async handle(visit) {
      const errors = unconfirmed(visit)
      if (Object.keys(errors).length > 0) return show(visit, { rebuild: { values: {}, errors } })
      await visit.ask(rebuildMetrics, { body: {} }, { operation: visit.operation })
      return redirect(path, texts.rebuilt, 'info')
    },
  },
]

/** The outbox keeps events for 14 days. */
const MAX_REPLAY_MS = 14 * 86_400_000

function unconfirmed({ form }: Visit): Record<string, string> {
  return text(form, 'confirmed') === 'yes' ? {} : { '': texts.tickFirst }
}

async function show(visit: Visit, wrong: RepairErrors = {}) {
  const isWrong = Object.keys(wrong).length > 0
  const page = pastPage(visit, MAX_MERGED_DEPTH / PAST_ROWS)
  const query = { page, pageSize: PAST_ROWS }
  const past = await visit.part('every service', () =>
    askEvery(visit, listResyncs, { query }, (every, { requestId }) =>
      resyncs.listResyncs(every, query, requestId),
    ),
  )
  const list = pastPanel(visit, {
    title: texts.pastResyncs,
    path,
    service: 'every service',
    found: past && { ...past, total: Math.min(past.total, MAX_MERGED_DEPTH) },
    name: ({ resyncId }) => resyncId,
    href: ({ resyncId }) => `/staff/system/resync/${resyncId}`,
  })
  const body = repairBody(visit, { ...nothingEntered, ...wrong }, list)
  return view({ title: texts.tabs.repair, body, ...(isWrong && { status: 422 }) })
}
