import type { MailKind } from '@jobboard/contracts/employers/mails'
import { type Html, html, render } from '@jobboard/html/html'
import type { WaitingMail } from './mail.ts'

/** What a mail says: a subject of one line, and the same content as text and as HTML. */
export interface MailContent {
  subject: string
  text: string
  html: string
}

/** Addresses that a mail leads to. */
export interface MailLinks {
  /** Where people open the portal. */
  portal: string
  unsubscribe: string
}

/** A line of the content; with `href` a link. */
interface Line {
  text: string
  href?: string
}
interface Said {
  subject: string
  paragraphs: Line[][]
}

const MAX_SUBJECT_PART = 100

/** The content of a mail. A subject names jobs and numbers alone, and nothing says anything of a candidate. */
export function toContent(mail: WaitingMail, { portal, unsubscribe }: MailLinks): MailContent {
  const { subject, paragraphs } = said(mail, portal)
  const all: Line[][] = [
    [{ text: `Hello ${oneLine(mail.recipient.name)},` }],
    ...paragraphs,
    [{ text: `${why(mail)} Change it:` }, { text: 'Settings', href: `${portal}/settings` }],
    [{ text: `No more ${namesOfKinds[mail.kind]}:` }, { text: 'Unsubscribe', href: unsubscribe }],
  ]
  return {
    subject,
    text: `${all.map((lines) => lines.map(textOf).join('\n')).join('\n\n')}\n`,
    html: render(html`<html lang="en">
      <head><meta charset="utf-8" /><title>${subject}</title></head>
      <body>${all.map((lines) => html`<p>${lines.map(htmlOf)}</p>`)}</body>
    </html>`),
  }
}

const namesOfKinds: Record<MailKind, string> = {
  applications: 'mails about new applications',
  keys: 'mails about keys',
  credits: 'mails about credits',
  webhooks: 'mails about disabled webhooks',
}

function why({ kind, settings, timeZone }: WaitingMail): string {
  if (kind !== 'applications') return `You get ${namesOfKinds[kind]} as an admin of your employer.`
  return settings.applications === 'at_once'
    ? 'You get mails about new applications at once.'
    : `You get one mail a day about new applications, at 8:00 (${timeZone}).`
}

function said(mail: WaitingMail, portal: string): Said {
  const employer = oneLine(mail.employerName)
  if (mail.kind === 'applications') {
    const { jobs, others, total } = mail.data
    const number = total === 1 ? '1 new application' : `${total} new applications`
    const where = jobs.length + others === 1 ? oneLine(jobs[0]!.title) : `${jobs.length + others} jobs`
    return {
      subject: `${number}: ${where}`,
      paragraphs: [
        [{ text: `${number} at ${employer}:` }],
        ...jobs.map(({ jobId, title, applications }) => [
          { text: `${applications} for ${oneLine(title)}`, href: `${portal}/jobs/${jobId}/board` },
        ]),
        ...(others > 0
          ? [[{ text: `and more for ${others} other jobs`, href: `${portal}/applications` }]]
          : []),
      ],
    }
  }
  if (mail.kind === 'keys') {
    if ('sandboxEndsAt' in mail.data) return ofSandbox(mail.data.sandboxEndsAt.slice(0, 10), employer, portal)
    const { keyId, name, refusedReason } = mail.data
    const outcome = refusedReason === null ? 'approved' : 'refused'
    return {
      subject: `API key ${keyId} was ${outcome}`,
      paragraphs: [
        [{ text: `The API key "${oneLine(name)}" of ${employer} was ${outcome}.` }],
        ...(refusedReason === null
          ? [[{ text: 'It works from now on.' }]]
          : [[{ text: `Reason: ${oneLine(refusedReason)}` }]]),
        [{ text: 'Open the key', href: `${portal}/keys/${keyId}` }],
      ],
    }
  }
  if (mail.kind === 'credits') {
    const { kind, amount, threshold } = mail.data
    return {
      subject: `${amount} ${kind} credits left`,
      paragraphs: [
        [
          {
            text: `${employer} has ${amount} ${kind} credits left, fewer than the ${threshold} of your settings.`,
          },
        ],
        [{ text: 'Open the credits', href: `${portal}/credits` }],
      ],
    }
  }
  const { subscriptionId, subject, text } = mail.data
  return {
    subject: oneLine(subject),
    paragraphs: [
      ...text.split('\n\n').map((paragraph) => paragraph.split('\n').map((line) => ({ text: line }))),
      [{ text: 'Open the webhook', href: `${portal}/webhooks/${subscriptionId}` }],
    ],
  }
}

function ofSandbox(day: string, employer: string, portal: string): Said {
  return {
    subject: `Your sandbox ends on ${day}`,
    paragraphs: [
      [{ text: `No key of the sandbox of ${employer} was used for a long time. It ends on ${day} (UTC).` }],
      [{ text: 'Its keys and all that is in it are deleted then. One call with any of its keys keeps it.' }],
      [{ text: 'Open the keys', href: `${portal}/keys` }],
    ],
  }
}

function textOf({ text, href }: Line): string {
  return href === undefined ? text : `${text}: ${href}`
}

function htmlOf({ text, href }: Line): Html {
  return html`<span>${href === undefined ? text : html`<a href=${href}>${text}</a>`}<br /></span>`
}

/** A text that somebody typed, as one line without invisible characters: a subject has no other. */
function oneLine(typed: string): string {
  const characters = Array.from(
    typed
      .slice(0, 4 * MAX_SUBJECT_PART)
      .replace(/[\p{C}\p{Z}]+/gu, ' ')
      .trim(),
  )
  return characters.length > MAX_SUBJECT_PART
    ? `${characters.slice(0, MAX_SUBJECT_PART).join('')}…`
    : characters.join('')
}
