import { ApiError } from '@jobboard/contracts/error'
import { readKey, revokeKey, rotateKey, setKeyUser } from '@jobboard/contracts/keys/admin'
import { type Child, html } from '../../html/html.ts'
import { when } from '../../html/values.ts'
import { errorsOf, number, text } from '../../http/form.ts'
import { redirect } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { secretPage } from './secret.ts'
import { showKey } from './show.ts'
import { texts } from './texts.ts'

const roles = ['EmployerAdmin'] as const

/** Replaces a key and shows the new one. The same form again shows the same key while nobody has used it. */
export const rotateAction: Page = {
  method: 'POST',
  path: '/keys/:keyId/rotate',
  roles,
  async handle(visit) {
    const { form: sent, operation } = visit
    const params = { keyId: visit.params.keyId! }
    const overlap = text(sent, 'overlap')
    const refused = (errors: Record<string, string>) => showKey(visit, { values: sent, errors })
    if (!Object.hasOwn(texts.rotate.overlaps, overlap)) return refused({ overlap: texts.rotate.overlapWrong })
    if (overlap === '0' && text(sent, 'stop') !== 'yes') return refused({ stop: texts.rotate.stopFirst })
    try {
      const body = { overlapSeconds: Number(overlap) }
      const next = await visit.ask(rotateKey, { params, body }, { operation })
      if (!('userId' in next)) throw new Error('the key of an employer was replaced by one of a candidate')
      return secretPage(visit, next, {
        title: texts.rotate.doneTitle,
        lead: next.name,
        more: await endOfOld(visit, params),
      })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_found') throw error
      return refused(errorsOf(error))
    }
  },
}

/** Revokes a key for good. */
export const revokeAction: Page = {
  method: 'POST',
  path: '/keys/:keyId/revoke',
  roles,
  async handle(visit) {
    const params = { keyId: visit.params.keyId! }
    if (text(visit.form, 'confirmed') !== 'yes') {
      return showKey(visit, { values: {}, errors: { '': texts.revoke.untouched } })
    }
    const key = await visit.ask(readKey, { params }, { isHidden: true })
    await visit.ask(revokeKey, { params }, { operation: visit.operation })
    return redirect('/keys', texts.revoke.done(key.name.slice(0, 100)))
  },
}

/** Moves a key to another user, the author of what is written with it from then on (D-67). */
export const authorAction: Page = {
  method: 'POST',
  path: '/keys/:keyId/user',
  roles,
  async handle(visit) {
    const { form: sent, operation } = visit
    const params = { keyId: visit.params.keyId! }
    const userId = number(sent, 'userId')
    if (userId === undefined) return showKey(visit, { values: sent, errors: { userId: texts.author.choose } })
    try {
      await visit.ask(setKeyUser, { params, body: { userId } }, { operation })
      return redirect(`/keys/${params.keyId}`, texts.author.done)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_found') throw error
      return showKey(visit, { values: sent, errors: errorsOf(error) })
    }
  },
}

/** Read afterwards: a form that is sent again shows the end that the first one began. */
async function endOfOld(visit: Visit, params: { keyId: string }): Promise<Child> {
  const { status, expiresAt } = await visit.ask(readKey, { params }, { isHidden: true })
  if (status === 'Revoked' || expiresAt === null) return texts.rotate.oldStopped
  return html`<span>${texts.rotate.oldUntil} ${when(expiresAt, visit.zone)}.</span>`
}
