import type { Area } from '../../http/page.ts'
import { roles } from '../../person/person.ts'
import { employerStart } from './employer.ts'
import { interviewerStart } from './interviewer.ts'
import { staffStart } from './staff.ts'
import { texts } from './texts.ts'

/** The first page after the sign-in, for each role its own. */
export const start: Area = {
  places: [{ href: '/', label: texts.place, icon: 'home', roles }],
  pages: [
    {
      method: 'GET',
      path: '/',
      roles,
      handle(visit) {
        if (visit.person.kind === 'staff') return staffStart(visit)
        return visit.person.role === 'Interviewer' ? interviewerStart(visit) : employerStart(visit)
      },
    },
  ],
}
