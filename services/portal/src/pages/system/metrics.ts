import { notFound } from '@jobboard/contracts/error'
import type { Sample } from '@jobboard/service/every-service/observe'
import { linkButton, notice, panel } from '../../html/blocks.ts'
import { field } from '../../html/field.ts'
import { filters } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { table } from '../../html/table.ts'
import { number, userText } from '../../html/values.ts'
import { view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import { observeReplicas, processNames, type Replica } from '../../peers/every-service.ts'
import { staffRoles } from '../../person/person.ts'
import { systemHead } from './head.ts'
import { texts } from './texts.ts'

const MAX_ROWS = 200
const path = '/staff/system/services'

/** The metrics of each replica of a service, by a part of their name. */
export const metricsPage: Page = {
  method: 'GET',
  path: `${path}/:service`,
  roles: staffRoles,
  async handle({ deps, params, query }) {
    const service = processNames.find((name) => name === params.service)
    if (!service) throw notFound()
    const name = query.name?.trim().slice(0, 100) ?? ''
    const replicas = await observeReplicas(deps, [service])
    const entered = { values: { name }, errors: {} }
    const title = texts.metrics(service)
    const body = html`<div class="jb-stack">
      ${systemHead('services', texts.metricsLead)}
      ${panel({
        title,
        actions: linkButton({ href: '/staff/system', label: texts.backToServices, icon: 'previous' }),
        body: filters({
          action: `${path}/${service}`,
          submit: { label: texts.show, icon: 'filter' },
          body: field(entered, { type: 'search', name: 'name', label: texts.metricName, maxLength: 100 }),
        }),
      })}
      ${replicas.map((replica) => panel({ title: replica.address, body: samplesOf(replica, name) }))}
    </div>`
    return view({ title, body })
  },
}

function samplesOf({ address, report }: Replica, name: string): (Html | false)[] {
  if (report.error !== undefined) {
    return [notice({ tone: 'danger', body: texts.noAnswer(address, report.error) })]
  }
  const found = report.samples.filter((one) => one.name.includes(name) && !one.name.endsWith('_bucket'))
  return [
    found.length > MAX_ROWS &&
      notice({ tone: 'info', body: texts.tooMany(number(MAX_ROWS), number(found.length)) }),
    table({
      caption: address,
      columns: [
        { head: texts.metric, cell: (sample: Sample) => userText(sample.name) },
        {
          head: texts.labels,
          cell: ({ labels }: Sample) =>
            userText(
              Object.entries(labels)
                .map(([key, value]) => `${key}=${value}`)
                .join(', '),
              { lines: 2 },
            ),
        },
        {
          head: texts.value,
          cell: ({ value }: Sample) => (Number.isFinite(value) ? number(value) : String(value)),
          numeric: true,
        },
      ],
      rows: found.slice(0, MAX_ROWS),
      empty: texts.noMetric,
    }),
  ]
}
