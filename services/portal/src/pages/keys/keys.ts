import type { Area } from '../../http/page.ts'
import { authorAction, revokeAction, rotateAction } from './end.ts'
import { listPage } from './list.ts'
import { mintAction, mintPage } from './mint.ts'
import { showPage } from './show.ts'
import { texts } from './texts.ts'

/** API keys: mint, show once, use, replace, revoke. */
export const keys: Area = {
  places: [{ href: '/keys', label: texts.place, icon: 'key', roles: ['EmployerAdmin'] }],
  pages: [listPage, mintPage, mintAction, showPage, authorAction, rotateAction, revokeAction],
}
