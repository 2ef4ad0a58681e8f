import { linkButton } from '../../html/blocks.ts'
import { type Entered, errorSummary, field, titleOf } from '../../html/field.ts'
import { form } from '../../html/form.ts'
import { html } from '../../html/html.ts'
import { text } from '../../http/form.ts'
import { type View, view } from '../../http/outcome.ts'
import { card } from '../card.ts'
import type { Guest } from '../guest.ts'
import { nextOf } from '../next.ts'
import type { SignIn } from '../sign-in.ts'
import { texts } from '../texts.ts'

/** Path of the page of the code. */
export const CODE_PATH = '/sign-in/code'

/** The first page: the ways to sign in. */
export function askPage(
  { sendMail, provider }: SignIn,
  { csrf, form: sent, query }: Guest,
  entered: Entered,
): View {
  const next = nextOf(text(sent, 'next') || query.next)
  const mailForm = form({
    action: '/sign-in',
    csrf,
    operation: '',
    submit: { label: texts.send, icon: 'mail' },
    body: [
      html`<input type="hidden" name="next" value=${next} />`,
      field(entered, {
        type: 'email',
        name: 'email',
        label: texts.email,
        hint: texts.emailHint,
        autocomplete: 'email',
        maxLength: 254,
        required: true,
      }),
    ],
  })
  const label = provider && texts.by(provider.name)
  // A link, not a form: `form-action 'self'` forbids a form that ends at the provider.
  const href = `/sign-in/oidc?next=${encodeURIComponent(next)}`
  return view({
    title: titleOf(texts.title, entered),
    status: statusOf(entered),
    body: card({
      title: texts.title,
      ...(sendMail && { lead: texts.lead }),
      body: [
        errorSummary(entered, { email: texts.email }),
        sendMail && mailForm,
        label &&
          html`<p class="jb-other-way">${sendMail && `${texts.or} `}${linkButton({ href, label, icon: 'key' })}</p>`,
        !sendMail && !label && html`<p>${texts.noWay}</p>`,
      ],
    }),
  })
}

/** The page of the code. */
export function codePage({ csrf }: Guest, entered: Entered): View {
  return view({
    title: titleOf(texts.codeTitle, entered),
    status: statusOf(entered),
    body: card({
      title: texts.codeTitle,
      lead: texts.codeLead,
      body: [
        errorSummary(entered, { code: texts.code }),
        form({
          action: CODE_PATH,
          csrf,
          operation: '',
          submit: { label: texts.enter },
          body: field(entered, {
            type: 'text',
            name: 'code',
            label: texts.code,
            hint: texts.codeHint,
            autocomplete: 'one-time-code',
            inputMode: 'numeric',
            maxLength: 20,
            required: true,
          }),
        }),
        html`<p class="jb-muted">${texts.codeAgain}</p>`,
        linkButton({ href: '/sign-in', label: texts.askAgain }),
      ],
    }),
  })
}

function statusOf({ errors }: Entered): number {
  return Object.keys(errors).length > 0 ? 422 : 200
}
