import { deleteUser, listUsersOfEmployer, updateUser } from '@jobboard/contracts/employers/users'
import { ApiError } from '@jobboard/contracts/error'
import { revokeKey, setKeyUser } from '@jobboard/contracts/keys/admin'
import { errorsOf, list, text } from '../../http/form.ts'
import { redirect } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { ofEmployer } from '../../peers/own.ts'
import type { EmployerRole } from '../../person/person.ts'
import { sendInvitation } from './invitation.ts'
import { MAX_KEYS_CHANGED, readUser, showUser } from './show.ts'
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
      const keyUser = text(sent, 'keyUser')
      if (text(sent, 'keys') === 'move' && !(await isOther(visit, keyUser))) {
        return showUser(visit, { values: sent, errors: { keyUser: texts.remove.chooseUser } })
      }
      try {
        await visit.ask(deleteUser, { params: paramsOf(visit) }, { operation })
      } catch (error) {
        return showUser(visit, { values: {}, errors: refusal(error, '') })
      }
      const left = await changeKeys(visit, keyUser)
      if (left > 0) return redirect('/users', texts.remove.keysLeft(left), 'warning')
      return redirect('/users', texts.remove.done)
    },
  },
]

async function isOther(visit: Visit, userId: string): Promise<boolean> {
  const users = await visit.ask(listUsersOfEmployer, ofEmployer(visit), { isHidden: true })
  return userId !== visit.params.userId && users.some(({ id }) => String(id) === userId)
}

/** Moves or revokes the keys of a user who was just removed, as the form says: number of those that stay without a user. The
 * same form again does the same once more. */
async function changeKeys(visit: Visit, keyUser: string): Promise<number> {
  const { form: sent, operation } = visit
  const what = text(sent, 'keys')
  if (what !== 'move' && what !== 'revoke') return 0
  let left = 0
  for (const keyId of list(sent, 'keyId').slice(0, MAX_KEYS_CHANGED)) {
    const params = { keyId }
    try {
      if (what === 'revoke') await visit.ask(revokeKey, { params }, { operation })
      else await visit.ask(setKeyUser, { params, body: { userId: Number(keyUser) } }, { operation })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      left++
    }
  }
  return left
}

function paramsOf(visit: Visit) {
  return { ...ofEmployer(visit).params, userId: visit.params.userId! }
}

/** The refusal for the last EmployerAdmin stands at this field. Throws anything but a refusal of values. */
function refusal(error: unknown, field: string): Record<string, string> {
  if (error instanceof ApiError && error.code === 'not_found') throw error
  const isLastAdmin = error instanceof ApiError && error.code === 'invalid_state'
  return isLastAdmin ? { [field]: texts.show.notAdmin } : errorsOf(error)
}
