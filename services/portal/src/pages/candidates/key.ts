import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { notFound } from '@jobboard/contracts/error'
import { readKey, revokeKey } from '@jobboard/contracts/keys/admin'
import { linkButton, pageHead, panel } from '../../html/blocks.ts'
import { errorSummary } from '../../html/field.ts'
import { form } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { definitions, userText, when } from '../../html/values.ts'
import { text } from '../../http/form.ts'
import { type Outcome, redirect, view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { keyStatusBadge, scopeBadges } from '../../parts/key.ts'
import { copyable } from '../../peers/ask.ts'
import { isInUse } from '../../peers/own.ts'
import { staffRoles } from '../../person/person.ts'
import { texts } from './texts.ts'

type Key = ResponseBody<typeof readKey>

const MAX_NAME = 100
const words = texts.key
const path = '/staff/candidates/:candidateId/keys/:candidateKeyId'

/** A key of a candidate, and its revocation by an operator. */
export const keyPages: Page[] = [
  { method: 'GET', path, roles: staffRoles, handle: async (visit) => show(visit, await read(visit)) },
  {
    method: 'POST',
    path: `${path}/revoke`,
    roles: ['operator'],
    async handle(visit) {
      const key = await read(visit)
      if (text(visit.form, 'confirmed') !== 'yes') return show(visit, key, { '': words.untouched })
      const params = { keyId: visit.params.candidateKeyId! }
      await visit.ask(revokeKey, { params }, { operation: visit.operation })
      return redirect(candidateOf(visit), words.done(key.name.slice(0, MAX_NAME)))
    },
  },
]

/** The key, if it is this candidate's. Throws not_found. */
async function read(visit: Visit): Promise<Key> {
  const { candidateId, candidateKeyId } = visit.params
  const key = await visit.ask(readKey, { params: { keyId: candidateKeyId! } })
  if (!('candidateId' in key) || String(key.candidateId) !== candidateId) throw notFound()
  return key
}

function show(visit: Visit, key: Key, errors: Record<string, string> = {}): Outcome {
  const { zone } = visit
  const isWrong = Object.keys(errors).length > 0
  return view({
    title: words.title,
    ...(isWrong && { status: 422 }),
    body: html`<div class="jb-stack">
      ${pageHead({
        title: userText(key.name, { lines: 3 }),
        lead: words.title,
        actions: linkButton({ href: candidateOf(visit), label: words.back, icon: 'previous' }),
      })}
      ${errorSummary({ values: {}, errors }, {})}
      ${panel({
        title: words.facts,
        body: definitions([
          { term: texts.show.columns.status, value: keyStatusBadge(key.status) },
          { term: texts.show.columns.scopes, value: scopeBadges(key.scopes) },
          { term: texts.show.columns.lastUsed, value: when(key.lastUsedAt, zone) },
          { term: texts.show.columns.expires, value: when(key.expiresAt, zone) },
        ]),
      })}
      ${visit.person.role === 'operator' && isInUse(key) && revokePanel(visit)}
    </div>`,
  })
}

function revokePanel({ csrf, deps, params }: Visit): Html {
  const { candidateId, candidateKeyId } = params
  return panel({
    title: words.revoke,
    body: form({
      action: `/staff/candidates/${candidateId}/keys/${candidateKeyId}/revoke`,
      csrf,
      operation: newOperation(),
      submit: { label: words.revoke, tone: 'danger', icon: 'trash' },
      confirm: { question: words.question, tick: words.tick },
      body: html`<p>${words.revokeText}</p>`,
      call: copyable(deps.env, revokeKey, { params: { keyId: candidateKeyId! } }),
    }),
  })
}

function candidateOf({ params }: Visit): string {
  return `/staff/candidates/${encodeURIComponent(params.candidateId!)}`
}
