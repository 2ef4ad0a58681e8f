import {
  createPortalLink,
  createStaffPortalLink,
  portalPage,
} from '@jobboard/contracts/employers/portal-links'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { MAX_ID, PORTAL_LINK_SECONDS } from '@jobboard/contracts/limits'
import { adminOptions, openAdminApi } from '../admin-api.ts'
import { command } from '../command.ts'
import { choice, count } from '../option.ts'
import { UsageError } from '../usage-error.ts'

const { min, max, default: usual } = PORTAL_LINK_SECONDS

/** Prints a one-time link to the portal. */
export const portalLink = command({
  words: ['portal-link'],
  summary: 'print a one-time link that signs a person in to the portal',
  example: [
    'npm run jobboard -- portal-link --employer 1 --user 1',
    'npm run jobboard -- portal-link --staff 1 --page system',
  ],
  notes: [
    'Whoever opens the link first is that person: do not mail it or write it into a log. Its address is the PORTAL_BASE_URL of accounts.',
  ],
  options: {
    employer: count('ID', 'the employer of --user', 1, MAX_ID),
    user: count('ID', 'a user of that employer', 1, MAX_ID),
    staff: count('ID', 'a member of the staff; staff list shows the ids', 1, MAX_ID),
    page: choice('PAGE', 'where it leads (default: start): ', portalPage.options),
    seconds: count('N', `for how long it works (default: ${usual})`, min, max),
    ...adminOptions,
  },
  exits: { 0: 'the link is printed', 1: 'there is no such person, or the job board did not respond' },
  async run(values) {
    const { employer, user, staff, page, seconds: expiresInSeconds } = values
    const isUser = employer !== undefined && user !== undefined && staff === undefined
    const isStaff = staff !== undefined && employer === undefined && user === undefined
    if (!isUser && !isStaff) throw new UsageError('give --employer ID and --user ID, or --staff ID')
    const [path, who] = isUser
      ? [createPortalLink.path.replace('{employerId}', String(employer)), { userId: user }]
      : [createStaffPortalLink.path.replace('{staffId}', String(staff)), {}]
    const link = await openAdminApi(values)('POST', path, { ...who, page, expiresInSeconds })
    const { url, expiresAt } = link as ResponseBody<typeof createPortalLink>
    process.stdout.write(`${url}\n`)
    process.stderr.write(`works once, until ${expiresAt}\n`)
    return 0
  },
})
