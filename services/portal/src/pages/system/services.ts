import { highest } from '@jobboard/service/every-service/observe'
import { badge, panel, type Tone } from '../../html/blocks.ts'
import { type Html, html } from '../../html/html.ts'
import { table } from '../../html/table.ts'
import { number, userText } from '../../html/values.ts'
import { view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import { observeReplicas, processNames, type Replica } from '../../peers/every-service.ts'
import { staffRoles } from '../../person/person.ts'
import { secondsOf, systemHead } from './head.ts'
import { texts } from './texts.ts'

const SKEW_WARN_SECONDS = 2
const tones: Record<string, Tone> = { ready: 'success', degraded: 'warning', stopping: 'warning' }

/** Every gateway and every replica of every service, with what it lacks. */
export const servicesPage: Page = {
  method: 'GET',
  path: '/staff/system',
  roles: staffRoles,
  async handle({ deps }) {
    const replicas = await observeReplicas(deps, processNames)
    const body = html`<div class="jb-stack">
      ${systemHead('services', texts.servicesLead)}
      ${panel({
        title: texts.services,
        body: table({
          caption: texts.services,
          columns: [
            { head: texts.service, cell: ({ service }: Replica) => service },
            { head: texts.address, cell: ({ address }: Replica) => userText(address) },
            { head: texts.state, cell: stateBadge },
            { head: texts.missingColumn, cell: missing },
            { head: texts.role, cell: role },
            { head: texts.skew, cell: clock },
          ],
          rows: replicas,
          empty: texts.noConsumers,
          rowHref: ({ service }) => `/staff/system/services/${service}`,
        }),
      })}
    </div>`
    return view({ title: texts.title, body, wide: true })
  },
}

function stateBadge({ report }: Replica): Html {
  if (report.error !== undefined) return badge({ text: texts.down, tone: 'danger' })
  return badge({ text: texts.states[report.status] ?? report.status, tone: tones[report.status] ?? 'danger' })
}

function missing({ service, report }: Replica): Html {
  if (report.error !== undefined) return html`<span>${texts.downMeans[service]}</span>`
  const down = report.parts.filter(({ ok }) => !ok)
  const means = service === 'gateway' ? texts.gatewayPartMeans : texts.partMeans
  return html`<span class="jb-stack-small">${down.map(({ name, error }) => {
    return html`<span><strong>${name}</strong> ${means[name] ?? texts.otherPart} ${error && userText(error, { lines: 2 })}</span>`
  })}</span>`
}

/** What a replica does for the others of its kind: publishes events, or counts rate limits with other gateways. */
function role({ service, report }: Replica): string {
  if (report.error !== undefined) return ''
  if (service !== 'gateway') return highest(report.samples, 'relay_leader') === 1 ? texts.leader : ''
  const members = highest(report.samples, 'gateway_limiter_members') ?? 0
  return members === 0 ? texts.countsAlone : texts.counts(number(members))
}

/** How far the clock of the replica is ahead of its database's, or of this process's. */
function clock({ report }: Replica): Html | string {
  if (report.error !== undefined) return texts.unknown
  const skew = highest(report.samples, 'clock_skew_seconds') ?? 0
  const most = Math.max(Math.abs(skew), Math.abs(report.clockDifferenceSeconds))
  return most > SKEW_WARN_SECONDS ? badge({ text: secondsOf(most), tone: 'danger' }) : texts.clocksOk
}
