import type { Area, Page } from '../../http/page.ts'
import { openLive } from './live.ts'
import { moveApplication } from './move.ts'
import { dropNote, saveNote, showNote, writeNote } from './notes.ts'
import { dropScorecard, saveScorecard, showScorecard } from './scorecards.ts'
import { showApplication } from './show-application.ts'
import { showBoard, showCard } from './show-board.ts'
import { showList } from './show-list.ts'
import { movers, readers } from './statuses.ts'
import { addTag, dropTag } from './tags.ts'
import { texts } from './texts.ts'

const get = (path: string, handle: Page['handle']): Page => ({ method: 'GET', path, roles: readers, handle })
const post = (path: string, handle: Page['handle'], roles = readers): Page => ({
  method: 'POST',
  form: 'note',
  path,
  roles,
  handle,
})

/** The board of a job, and its applications. */
export const board: Area = {
  places: [{ href: '/applications', label: texts.place, icon: 'board', roles: readers }],
  pages: [
    get('/jobs/:jobId/board', showBoard),
    get('/jobs/:jobId/board/live', openLive),
    get('/jobs/:jobId/board/cards/:applicationId', showCard),
    get('/jobs/:jobId/applications', showList),
    get('/applications', showList),
    get('/applications/:applicationId', (visit) => showApplication(visit)),
    post('/applications/:applicationId/status', moveApplication, movers),
    post('/applications/:applicationId/tags', addTag, movers),
    post('/applications/:applicationId/tags/remove', dropTag, movers),
    post('/applications/:applicationId/notes', writeNote),
    get('/applications/:applicationId/notes/:noteId', (visit) => showNote(visit)),
    post('/applications/:applicationId/notes/:noteId', saveNote),
    post('/applications/:applicationId/notes/:noteId/delete', dropNote),
    get('/applications/:applicationId/scorecard', (visit) => showScorecard(visit)),
    post('/applications/:applicationId/scorecard', saveScorecard),
    post('/applications/:applicationId/scorecard/delete', dropScorecard),
  ],
}
