import { type Entered, errorSummary, field, titleOf } from '../html/field.ts'
import { form } from '../html/form.ts'
import { pager } from '../html/table.ts'
import { text } from '../http/form.ts'
import { redirect, type View, view } from '../http/outcome.ts'
import { pageNumber } from '../http/page-number.ts'
import type { Person, PersonId } from '../person/person.ts'
import { card } from './card.ts'
import { deleteChoice, findChoice } from './choice.ts'
import { begin, readPersons } from './finish.ts'
import type { Guest, GuestPage } from './guest.ts'
import { keyedHash } from './secret.ts'
import type { SignIn } from './sign-in.ts'
import { texts } from './texts.ts'

const PATH = '/sign-in/choose'
const PAGE_SIZE = 50

/** The page on which somebody who is several persons chooses one. */
export function choicePages(signIn: SignIn): GuestPage[] {
  const { db, env } = signIn.deps
  const ended = () => redirect('/sign-in', texts.chooseEnded, 'warning')
  const hashOf = ({ binding }: Guest) => keyedHash(env, 'binding', binding)
  return [
    {
      method: 'GET',
      path: PATH,
      async handle(guest) {
        const proof = await findChoice(db.sql, hashOf(guest), guest.now)
        return proof ? page(guest, await readPersons(signIn, guest, proof.persons)) : ended()
      },
    },
    {
      method: 'POST',
      path: PATH,
      async handle(guest) {
        const proof = await findChoice(db.sql, hashOf(guest), guest.now)
        if (!proof) return ended()
        const named = proof.persons.filter((person) => keyOf(person) === text(guest.form, 'person'))
        const [chosen] = await readPersons(signIn, guest, named)
        if (!chosen) {
          const persons = await readPersons(signIn, guest, proof.persons)
          return page(guest, persons, { values: {}, errors: { person: texts.chooseOne } })
        }
        return (await deleteChoice(db.sql, hashOf(guest))) ? begin(signIn, guest, chosen, proof) : ended()
      },
    },
  ]
}

function page(
  { csrf, query }: Guest,
  persons: Person[],
  entered: Entered = { values: {}, errors: {} },
): View {
  const all = persons.map((person) => ({
    value: keyOf(person),
    label: person.kind === 'user' ? person.employerName : texts.staff,
    hint: texts.person(person.name, person.role),
  }))
  const orderOf = ({ label }: { label: string }) => label.toLowerCase()
  all.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : orderOf(a) > orderOf(b) ? 1 : 0))
  const shown = pageNumber(query.page, all.length, PAGE_SIZE)
  const options = all.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE)
  return view({
    title: titleOf(texts.chooseTitle, entered),
    status: Object.keys(entered.errors).length > 0 ? 422 : 200,
    body: card({
      title: texts.chooseTitle,
      lead: texts.chooseLead,
      body: [
        errorSummary(entered, { person: texts.choose }),
        form({
          action: PATH,
          csrf,
          operation: '',
          submit: { label: texts.enter },
          body: field(entered, {
            type: 'radio',
            name: 'person',
            label: texts.choose,
            required: true,
            options,
          }),
        }),
        all.length > PAGE_SIZE &&
          pager({
            page: shown,
            pageSize: PAGE_SIZE,
            total: all.length,
            href: (to) => `${PATH}?page=${to}`,
          }),
      ],
    }),
  })
}

function keyOf({ kind, id }: PersonId): string {
  return `${kind} ${id}`
}
