import { type Entered, errorSummary, field, titleOf } from '../html/field.ts'
import { form } from '../html/form.ts'
import { text } from '../http/form.ts'
import { redirect, type View, view } from '../http/outcome.ts'
import type { Person } from '../person/person.ts'
import { card } from './card.ts'
import { deleteChoice, findChoice } from './choice.ts'
import { begin, readPersons } from './finish.ts'
import type { Guest, GuestPage } from './guest.ts'
import { keyedHash } from './secret.ts'
import type { SignIn } from './sign-in.ts'
import { texts } from './texts.ts'

const PATH = '/sign-in/choose'

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
        const persons = await readPersons(signIn, guest, proof.persons)
        const chosen = persons.find((person) => keyOf(person) === text(guest.form, 'person'))
        if (!chosen) return page(guest, persons, { values: {}, errors: { person: texts.chooseOne } })
        return (await deleteChoice(db.sql, hashOf(guest))) ? begin(signIn, guest, chosen, proof) : ended()
      },
    },
  ]
}

function page({ csrf }: Guest, persons: Person[], entered: Entered = { values: {}, errors: {} }): View {
  const options = persons.map((person) => ({
    value: keyOf(person),
    label: person.kind === 'user' ? person.employerName : texts.staff,
    hint: texts.person(person.name, person.role),
  }))
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
      ],
    }),
  })
}

function keyOf({ kind, id }: Person): string {
  return `${kind} ${id}`
}
