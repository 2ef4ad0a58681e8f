import type { Area } from '../../http/page.ts'
import { closeAction, closePage } from './close.ts'
import { createAction, createPage } from './create.ts'
import { editAction, editPage } from './edit.ts'
import { readers } from './head.ts'
import { listPage } from './list.ts'
import { publishAction, publishPage } from './publish.ts'
import { showPage } from './show.ts'
import { texts } from './texts.ts'

/** Jobs: list, write, publish, close. */
export const jobs: Area = {
  places: [{ href: '/jobs', label: texts.place, icon: 'jobs', roles: readers }],
  pages: [
    listPage,
    createPage,
    createAction,
    showPage,
    editPage,
    editAction,
    publishPage,
    publishAction,
    closePage,
    closeAction,
  ],
}
