import { deleteUser, updateUser } from '@jobboard/contracts/endpoints/employers'
import { ApiError } from '@jobboard/contracts/error'
import { errorsOf, text } from '../../http/form.ts'
import { redirect } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { ofEmployer } from '../../peers/own.ts'
import type { EmployerRole } from '../../person/person.ts'
import { sendInvitation } from './invitation.ts'
import { readUser, showUser } from './show.ts'
import { texts } from './texts.ts'

const roles = ['EmployerAdmin'] as const
const path = '/users/:userId'

/** A user: name and role, the invitation again, and the removal. */
export const userPages: Page[] = [
  { method: 'GET', path, roles, handle: (visit) => showUser(visit) },
  {
    method: 'POST',
    path,
    roles,
    async handle(visit) {
      const { form: sent, operation, person } = visit
      const body = { name: text(sent, 'name'), role: text(sent, 'role') as EmployerRole }
      try {
        const { id, role } = await visit.ask(updateUser, { params: paramsOf(visit), body }, { operation })
        // Who has just lost the role sees no users any more.
        const isLost = id === person.id && role !== 'EmployerAdmin'
        return redirect(isLost ? '/' : `/users/${id}`, texts.show.saved)
      } catch (error) {
        return showUser(visit, { values: sent, errors: refusal(error, 'role') })
      }
    },
  },
  {
    method: 'POST',
    path: `${path}/invite`,
    roles,
    async handle(visit) {
      const { person, deps } = visit
      const { id, email } = await readUser(visit)
      if (person.kind !== 'user') throw new Error('a page of employers was opened by staff')
      const mail = await sendInvitation(deps, person, email)
      const said = mail === 'none' ? texts.again.failed : texts.again[mail]
      return redirect(`/users/${id}`, said, mail === 'sent' ? 'success' : 'warning')
    },
  },
  {
    method: 'POST',
    path: `${path}/remove`,
    roles,
    async handle(visit) {
      const { form: sent, operation } = visit
      if (text(sent, 'confirmed') !== 'yes') {
        return showUser(visit, { values: {}, errors: { '': texts.remove.untouched } })
      }
      try {
        await visit.ask(deleteUser, { params: paramsOf(visit) }, { operation })
      } catch (error) {
        return showUser(visit, { values: {}, errors: refusal(error, '') })
      }
      return redirect('/users', texts.remove.done)
    },
  },
]

function paramsOf(visit: Visit) {
  return { ...ofEmployer(visit).params, userId: visit.params.userId! }
}

/** The refusal for the last EmployerAdmin stands at this field. Throws anything but a refusal of values. */
function refusal(error: unknown, field: string): Record<string, string> {
  if (error instanceof ApiError && error.code === 'not_found') throw error
  const isLastAdmin = error instanceof ApiError && error.code === 'invalid_state'
  return isLastAdmin ? { [field]: texts.show.notAdmin } : errorsOf(error)
}
