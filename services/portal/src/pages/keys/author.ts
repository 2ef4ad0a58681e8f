import type { listUsersOfEmployer } from '@jobboard/contracts/employers/users'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { setKeyUser } from '@jobboard/contracts/keys/admin'
import { notice, panel } from '../../html/blocks.ts'
import { type Entered, field } from '../../html/field.ts'
import { form } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { copyable } from '../../peers/ask.ts'
import type { Key } from './status.ts'
import { texts } from './texts.ts'

const words = texts.author

/** The form that moves a key to another user (D-67). */
export function authorPanel(
  { csrf, deps }: Visit,
  { id, userId }: Key,
  users: ResponseBody<typeof listUsersOfEmployer>,
  entered: Entered,
): Html {
  const options = users.map((user) => ({ value: String(user.id), label: user.name }))
  const none = { value: '', label: texts.mint.nobody, disabled: true }
  return panel({
    title: words.title,
    body: form({
      action: `/keys/${id}/user`,
      csrf,
      operation: newOperation(),
      submit: { label: words.submit, icon: 'user', tone: 'secondary' },
      call: copyable(deps.env, setKeyUser, { params: { keyId: id }, body: { userId: users[0]?.id ?? 1 } }),
      body: [
        userId === null && notice({ tone: 'info', body: words.none }),
        html`<p>${words.text}</p>`,
        field(
          { ...entered, values: { userId: userId === null ? '' : String(userId), ...entered.values } },
          {
            type: 'select',
            name: 'userId',
            label: words.user,
            required: true,
            options: userId === null ? [none, ...options] : options,
          },
        ),
      ],
    }),
  })
}
