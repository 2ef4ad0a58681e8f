import type { Area } from '../http/page.ts'
import { board } from './board/board.ts'
import { start } from './start/start.ts'

/** Every area of the portal, in the order of the navigation. */
export const areas: readonly Area[] = [start, board]
