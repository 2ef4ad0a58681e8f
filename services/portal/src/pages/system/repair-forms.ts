import { rebuildMetrics } from '@jobboard/contracts/employers/employers'
import { replayEvents, startResync } from '@jobboard/contracts/operators/operations'
import { stateOwners, upstreamNames } from '@jobboard/contracts/services'
import { linkButton, panel } from '../../html/blocks.ts'
import type { CopyableCall } from '../../html/copy.ts'
import { type Entered, errorSummary, field } from '../../html/field.ts'
import { form } from '../../html/form.ts'
import { type Child, type Html, html } from '../../html/html.ts'
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
export function repairBody(visit: Visit, entered: Repair, past: Html): Html {
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
    ${past}
    ${panel({
      title: texts.find,
      actions: linkButton({ href: '/staff/audit?action=start-resync', label: texts.toAudit, icon: 'audit' }),
      body: html`<p>${texts.findLead}</p>`,
    })}
  </div>`
}

interface RepairForm {
  title: string
  lead: string
  /** The last part of its action. */
  name: string
  submit: string
  question: string
  call: CopyableCall
  fields?: Child
}

/** One form that starts something, after a tick. */
function repairForm(
  { csrf }: Visit,
  { title, lead, name, submit, question, call, fields }: RepairForm,
): Html {
  return panel({
    title,
    body: form({
      action: `/staff/system/${name}`,
      csrf,
      operation: newOperation(),
      submit: { label: submit, icon: 'refresh' },
      confirm: { question, tick: texts.tick },
      body: [html`<p>${lead}</p>`, fields],
      call,
    }),
  })
}

function resyncForm(visit: Visit, entered: Entered): Html {
  return repairForm(visit, {
    title: texts.resync,
    lead: texts.resyncLead,
    name: 'resync',
    submit: texts.resyncNow,
    question: texts.resyncConfirm,
    call: copyable(visit.deps.env, startResync, { body: { service: 'jobs' } }),
    fields: field(entered, {
      type: 'radio',
      name: 'service',
      id: entered.errors.service ? 'field-service' : 'field-resync-service',
      label: texts.resyncOf,
      required: true,
      options: stateOwners.map((name) => ({ value: name, label: name, hint: texts.resyncHints[name] })),
    }),
  })
}

function replayForm(visit: Visit, entered: Entered): Html {
  const { deps, now } = visit
  const named = entered.values.zone
  const zone = knownZone(typeof named === 'string' ? named : undefined, visit.zone)
  const since = new Date(now.getTime() - HOUR_MS)
  const shown = { ...entered, values: { since: toLocal(since, zone), ...entered.values } }
  return repairForm(visit, {
    title: texts.replay,
    lead: texts.replayLead,
    name: 'replay',
    submit: texts.replayNow,
    question: texts.replayConfirm,
    call: copyable(deps.env, replayEvents, { body: { service: 'jobs', since } }),
    fields: [
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
  })
}

function rebuildForm(visit: Visit): Html {
  return repairForm(visit, {
    title: texts.rebuild,
    lead: texts.rebuildLead,
    name: 'metrics-rebuild',
    submit: texts.rebuildNow,
    question: texts.rebuildConfirm,
    call: copyable(visit.deps.env, rebuildMetrics, { body: {} }),
  })
}
