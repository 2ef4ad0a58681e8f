import { pageHead } from '@jobboard/html/blocks'
import { field } from '@jobboard/html/field'
import { form } from '@jobboard/html/form'
import { type Html, html } from '@jobboard/html/html'
import { components } from '../../../../packages/html/test/support/style-guide.ts'
import { type LayoutView, layout } from '../../src/http/layout.ts'

/** One page with every component, showing `text` where a person's text stands. */
export function styleGuide(text: string, theme: LayoutView['theme'] = 'light'): Html {
  return layout({
    ...components(text),
    theme,
    zone: 'Europe/Berlin',
    person: { name: text, role: 'EmployerAdmin', employer: text },
    navigation: [
      { href: '/', label: 'Start', icon: 'home', current: false },
      { href: '/jobs', label: 'Jobs', icon: 'jobs', current: true },
      { href: '/search', label: 'CV search', icon: 'search', current: false },
      { href: '/keys', label: 'API keys', icon: 'key', current: false },
      { href: '/webhooks', label: 'Webhooks', icon: 'webhook', current: false },
      { href: '/credits', label: 'Credits', icon: 'credits', current: false },
      { href: '/users', label: 'Users', icon: 'users', current: false },
      { href: '/events', label: 'Events', icon: 'event', current: false },
    ],
    notice: { tone: 'success', text: `${text.slice(0, 200)} is published.` },
    missing: ['search'],
    csrf: 'token',
  })
}

/** A page without a person: signing in. */
export function signInPage(theme: LayoutView['theme']): Html {
  return layout({
    title: 'Sign in',
    theme,
    zone: 'UTC',
    navigation: [],
    csrf: 'token',
    body: html`<section class="card"><div class="card-body vstack gap-4">
      ${pageHead({ title: 'Sign in', lead: 'We send a link and a code to your address.' })}
      ${form({
        action: '/sign-in',
        csrf: 'token',
        operation: 'o',
        submit: { label: 'Send the link', icon: 'mail' },
        body: field(
          { values: {}, errors: {} },
          { type: 'email', name: 'email', label: 'E-mail address', autocomplete: 'email', required: true },
        ),
      })}
    </div></section>`,
  })
}
