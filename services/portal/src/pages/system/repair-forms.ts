import { rebuildMetrics } from '@jobboard/contracts/endpoints/employers'
import { replayEvents } from '@jobboard/contracts/endpoints/replay'
import { startResync } from '@jobboard/contracts/endpoints/resync'
import { stateOwners, upstreamNames } from '@jobboard/contracts/services'
import { linkButton, panel } from '../../html/blocks.ts'
import { type Entered, errorSummary, field } from '../../html/field.ts'
import { form } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { knownZone, toLocal } from '../../http/local-time.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { copyable } from '../../peers/ask.ts'
import { mayCall } from '../../person/person.ts'
import { systemHead } from './head.ts'
import { texts } from './texts.ts'

const HOUR_MS = 3_600_000

/** What was typed into each form of the page. */
interface Repair {
  resync: Entered
  replay: Entered
  rebuild: Entered
}
export type RepairErrors = Partial<Repair>

const nothing: Entered = { values: {}, errors: {} }
export const nothingEntered: Repair = { resync: nothing, replay: nothing, rebuild: nothing }

/** The forms that repair copies and consumers. */
export function repairBody(visit: Visit, entered: Repair): Html {
  const labels = { service: texts.service, since: texts.since }
  const errors = Object.values(entered).find((one: Entered) => Object.keys(one.errors).length > 0) ?? nothing
  return html`<div class="jb-stack">
    ${systemHead('repair', texts.tabs.repair)}
    ${errorSummary(errors, labels)}
    ${
      mayCall(visit.person.role, startResync)
        ? [resyncForm(visit, entered.resync), replayForm(visit, entered.replay), rebuildForm(visit)]
        : html`<p class="jb-muted">${texts.readOnly}</p>`
    }
    ${panel({
      title: texts.find,
      actions: linkButton({ href: '/staff/audit?action=start-resync', label: texts.toAudit, icon: 'audit' }),
      body: html`<p>${texts.findLead}</p>`,
    })}
  </div>`
}

function resyncForm({ csrf, deps }: Visit, entered: Entered): Html {
  return panel({
    title: texts.resync,
    body: form({
      action: '/staff/system/resync',
      csrf,
      operation: newOperation(),
      submit: { label: texts.resyncNow, icon: 'refresh' },
      confirm: { question: texts.resyncConfirm, tick: texts.tick },
      body: [
        html`<p>${texts.resyncLead}</p>`,
        field(entered, {
          type: 'radio',
          name: 'service',
          id: entered.errors.service ? 'field-service' : 'field-resync-service',
          label: texts.resyncOf,
          required: true,
          options: stateOwners.map((name) => ({
            value: name,
            label: name,
            hint: texts.resyncHints[name],
          })),
        }),
      ],
      call: copyable(deps.env, startResync, { body: { service: 'jobs' } }),
    }),
  })
}

function replayForm({ csrf, deps, zone: readers, now }: Visit, entered: Entered): Html {
  const named = entered.values.zone
  const zone = knownZone(typeof named === 'string' ? named : undefined, readers)
  const since = new Date(now.getTime() - HOUR_MS)
  const values = { since: toLocal(since, zone), ...entered.values }
  const shown = { ...entered, values }
  return panel({
    title: texts.replay,
    body: form({
      action: '/staff/system/replay',
      csrf,
      operation: newOperation(),
      submit: { label: texts.replayNow, icon: 'refresh' },
      confirm: { question: texts.replayConfirm, tick: texts.tick },
      body: [
        html`<p>${texts.replayLead}</p>`,
        html`<input type="hidden" name="zone" value=${zone} />`,
        field(shown, {
          type: 'select',
          name: 'service',
          id: entered.errors.service ? 'field-service' : 'field-replay-service',
          label: texts.replayOf,
          required: true,
          options: [
            { value: '', label: texts.unknown },
            ...upstreamNames.map((name) => ({ value: name, label: name })),
          ],
        }),
        field(shown, {
          type: 'datetime-local',
          name: 'since',
          label: texts.since,
          hint: texts.sinceHint(zone),
          required: true,
        }),
      ],
      call: copyable(deps.env, replayEvents, { body: { service: 'jobs', since } }),
    }),
  })
}

function rebuildForm({ csrf, deps }: Visit): Html {
  return panel({
    title: texts.rebuild,
    body: form({
      action: '/staff/system/metrics-rebuild',
      csrf,
      operation: newOperation(),
      submit: { label: texts.rebuildNow, icon: 'refresh' },
      confirm: { question: texts.rebuildConfirm, tick: texts.tick },
      body: html`<p>${texts.rebuildLead}</p>`,
      call: copyable(deps.env, rebuildMetrics, { body: {} }),
    }),
  })
}
