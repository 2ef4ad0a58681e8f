import { listAllApplications } from '@jobboard/contracts/applications/endpoints'
import { badge, empty, missingPart, panel } from '../../html/blocks.ts'
import { html } from '../../html/html.ts'
import { table } from '../../html/table.ts'
import { number, userText, when } from '../../html/values.ts'
import { type Outcome, view } from '../../http/outcome.ts'
import type { Visit } from '../../http/visit.ts'
import { applicationStatusTexts } from '../../parts/application-status.ts'
import { readWithAddresses, withoutContact } from '../../parts/without-contact.ts'
import { startHead } from './head.ts'
import { texts } from './texts.ts'

const PAGE_SIZE = 10
const words = texts.interviewer
const { columns } = words

/** The start page of an Interviewer: the newest applications, without contact details. */
export async function interviewerStart(visit: Visit): Promise<Outcome> {
  const { zone, now, person } = visit
  const query = { pageSize: PAGE_SIZE, sort: '-appliedAt' } as const
  const page = await visit.part('pipeline', async () => {
    const read = (include?: string) => visit.ask(listAllApplications, { query: { ...query, include } })
    const { items } = await readWithAddresses(read, 'scorecards')
    return Promise.all(items.map(withoutContact))
  })
  return view({
    title: texts.title(person.name),
    body: html`<div class="jb-stack">
      ${startHead(visit)}
      ${panel({
        title: words.title,
        body: page
          ? table({
              caption: words.title,
              columns: [
                { head: columns.name, cell: ({ name }) => userText(name, { lines: 2 }) },
                { head: columns.job, cell: ({ jobTitle }) => userText(jobTitle, { lines: 2 }) },
                {
                  head: columns.status,
                  cell: ({ status }) => badge({ text: applicationStatusTexts[status] }),
                },
                { head: columns.applied, cell: ({ appliedAt }) => when(appliedAt, zone, 'relative', now) },
                {
                  head: columns.own,
                  numeric: true,
                  cell: ({ included }) => {
                    const own = included?.scorecards?.filter(({ authorUserId }) => authorUserId === person.id)
                    return own?.length ? number(own.length) : words.ownNone
                  },
                },
              ],
              rows: page,
              rowHref: ({ id }) => `/applications/${id}`,
              empty: empty(words.empty),
            })
          : missingPart({ service: 'pipeline', what: words.what }),
      })}
    </div>`,
  })
}
