import { html } from '../../html/html.ts'
import { view } from '../../http/outcome.ts'
import type { Area } from '../../http/page.ts'
import { roles } from '../../person/person.ts'
import { texts } from './texts.ts'

/** The first page after the sign-in. */
export const start: Area = {
  places: [{ href: '/', label: texts.place, icon: 'home', roles }],
  pages: [
    {
      method: 'GET',
      path: '/',
      roles,
      async handle({ person }) {
        const title = texts.title(person.name)
        return view({ title, body: html`<div><h1>${title}</h1></div>` })
      },
    },
  ],
}
