import { listAllApplications } from '@jobboard/contracts/applications/endpoints'
import { badge, missingPart, panel } from '../../html/blocks.ts'
import type { Child } from '../../html/html.ts'
import { numeric, tablePanel } from '../../html/table.ts'
import { number, userText, when } from '../../html/values.ts'
import type { Area } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { screen } from '../../kit/screen.ts'
import { readWithAddresses, withoutContact } from '../../parts/without-contact.ts'
import { type Role, roles } from '../../person/person.ts'
import { employerStart } from './employer.ts'
import { staffStart } from './staff.ts'

const PAGE_SIZE = 10

const pages: Record<Role, { lead: string; body(visit: Visit): Promise<Child> }> = {
  EmployerAdmin: { lead: 'What waits for you, and how your jobs do.', body: employerStart },
  Recruiter: { lead: 'What waits for you, and how your jobs do.', body: employerStart },
  Interviewer: { lead: 'The newest applications, and your scorecards.', body: interviewerStart },
  viewer: { lead: 'What waits on the platform.', body: staffStart },
  operator: { lead: 'What waits on the platform.', body: staffStart },
}

/** The start page of an Interviewer: the newest applications, without contact details. */
async function interviewerStart(visit: Visit): Promise<Child> {
  const { zone, now, person } = visit
  const query = { pageSize: PAGE_SIZE, sort: '-appliedAt' } as const
  const rows = await visit.part('pipeline', async () => {
    const read = (include?: string) => visit.ask(listAllApplications, { query: { ...query, include } })
    const { items } = await readWithAddresses(read, 'scorecards')
    return Promise.all(items.map(withoutContact))
  })
  const title = 'Newest applications'
  if (!rows) return panel({ title, body: missingPart({ service: 'pipeline', what: 'The applications' }) })
  const text = 'When candidates apply, they appear here for you to read.'
  return tablePanel({
    title,
    rows,
    rowHref: ({ id }) => `/applications/${id}`,
    empty: { title: 'No application yet', text },
    columns: {
      Candidate: ({ name }) => userText(name, { lines: 2 }),
      Job: ({ jobTitle }) => userText(jobTitle, { lines: 2 }),
      Status: ({ status }) => badge({ text: status }),
      Applied: ({ appliedAt }) => when(appliedAt, zone, 'relative', now),
      'Your scorecards': numeric(({ included }) => {
        const own = included?.scorecards?.filter(({ authorUserId }) => authorUserId === person.id)
        return own?.length ? number(own.length) : 'None yet'
      }),
    },
  })
}

/** The first page after the sign-in, for each role its own. */
export const start: Area = {
  places: [{ href: '/', label: 'Start', icon: 'home', roles }],
  pages: [
    {
      method: 'GET',
      path: '/',
      roles,
      async handle(visit) {
        const { name, role } = visit.person
        const { lead, body } = pages[role]
        const title = `Welcome, ${name}`
        return screen(visit, { title, heading: userText(title, { lines: 2 }), lead, body: await body(visit) })
      },
    },
  ],
}
