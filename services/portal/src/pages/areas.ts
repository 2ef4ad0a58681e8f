import type { Area } from '../http/page.ts'
import { account } from './account/account.ts'
import { board } from './board/board.ts'
import { jobs } from './jobs/jobs.ts'
import { search } from './search/search.ts'
import { start } from './start/start.ts'

/** Every area of the portal, in the order of the navigation. */
export const areas: readonly Area[] = [start, jobs, board, search, account]
