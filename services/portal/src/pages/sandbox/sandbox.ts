import type { Endpoint, ResponseBody } from '@jobboard/contracts/endpoint'
import { listJobs } from '@jobboard/contracts/jobs/endpoints'
import { MAX_PAGE_SIZE } from '@jobboard/contracts/limits'
import { createSandbox, deleteSandbox, getSandbox } from '@jobboard/contracts/sandbox/admin'
import { applyInSandbox, readSandbox, resetSandbox } from '@jobboard/contracts/sandbox/endpoints'
import {
  SANDBOX_CREDITS,
  SANDBOX_DAYS,
  SANDBOX_LIMITS,
  SANDBOX_SEED,
  type Sandbox,
} from '@jobboard/contracts/sandbox/sandbox'
import { empty, linkButton, panel } from '@jobboard/html/blocks'
import { html } from '@jobboard/html/html'
import { definitions, number, when } from '@jobboard/html/values'
import { type Area, get, redirect, screen, type View, type Visit } from '../../http/page.ts'
import { command } from '../../kit/command.ts'
import { fields, optionsOf } from '../../kit/fields.ts'
import { type AskInput, orNone } from '../../peers/ask.ts'
import { hasSignedUp, isInSandbox } from '../../person/person.ts'
import { setInSandbox } from '../../session/session.ts'

const path = '/sandbox'
const roles = ['EmployerAdmin', 'Recruiter'] as const
const admins = ['EmployerAdmin'] as const

const what = `A sandbox is an employer of its own, to try the API and this portal with: ${SANDBOX_SEED} invented candidates, ${number(SANDBOX_CREDITS)} credits of each kind, keys that begin with pk_test_. Nothing in it costs anything or reaches a real person.`

async function show(visit: Visit): Promise<View> {
  return isInSandbox(visit.person) ? showInside(visit) : showOutside(visit)
}

async function showOutside(visit: Visit): Promise<View> {
  const isAdmin = visit.person.role === 'EmployerAdmin'
  const isOff = visit.deps.env.SANDBOX === 'off'
  const found = await orNone(visit.ask(getSandbox), 'not_found')
  return screen(visit, {
    title: 'Sandbox',
    lead: what,
    body: found
      ? [
          panel({ title: 'Your sandbox', body: [facts(found, visit), enter.form(visit)] }),
          isAdmin && panel({ title: 'Delete it', body: end.form(visit) }),
        ]
      : panel({
          body: isOff
            ? empty({
                title: 'No sandbox',
                text: 'Nobody can make one on this installation now; its operator decides it.',
              })
            : isAdmin
              ? make.form(visit)
              : empty({ title: 'No sandbox yet', text: 'An admin of your employer can make one here.' }),
        }),
  })
}

async function showInside(visit: Visit): Promise<View> {
  const isAdmin = visit.person.role === 'EmployerAdmin'
  const query = { status: 'Active', pageSize: MAX_PAGE_SIZE } as const
  const [own, jobs] = await Promise.all([
    visit.ask(readSandbox),
    visit.part('jobs', () => visit.ask(listJobs, { query }, { isHidden: true })),
  ])
  const held = (count: number, most: number) => `${number(count)} of at most ${number(most)}`
  return screen(visit, {
    title: 'Sandbox',
    lead: hasSignedUp(visit.person)
      ? 'All pages show its data.'
      : 'You are in the sandbox. All pages show its data, until you leave it.',
    actions: linkButton({ href: '/keys', label: 'Its keys', icon: 'key' }),
    body: [
      panel({
        title: 'What it holds',
        body: [
          definitions({
            Candidates: held(own.candidates, SANDBOX_LIMITS.candidates),
            Jobs: held(own.jobs, SANDBOX_LIMITS.jobs),
            Applications: held(own.applications, SANDBOX_LIMITS.applications),
          }),
          facts(own, visit),
        ],
      }),
      panel({
        title: 'Let candidates apply',
        body: jobs?.items.length === 0 ? noJob : showApply(visit, jobs?.items),
      }),
      isAdmin && panel({ title: 'Begin again', body: reset.form(visit) }),
      isAdmin &&
        hasSignedUp(visit.person) &&
        panel({
          title: 'Delete it',
          body: end.form(visit, {
            question:
              'Everything in it is deleted, your address and your account with it; its keys stop working at once.',
          }),
        }),
    ],
  })
}

const noJob = empty({
  title: 'No published job yet',
  text: 'Candidates apply to the jobs that you publish here.',
  action: linkButton({ href: '/jobs', label: 'Jobs' }),
})

const showApply = (visit: Visit, jobs: ResponseBody<typeof listJobs>['items'] = []) =>
  apply.form(visit, {
    values: { count: '3' },
    fields: {
      jobId: { options: optionsOf(jobs.map(({ id, title }) => [id, `${title.slice(0, 80)} (${id})`])) },
    },
  })

const facts = ({ createdAt, resetAt, lastUsedAt, endsAt }: Sandbox, { zone, now }: Visit) =>
  definitions({
    Made: when(createdAt, zone),
    'Last reset': resetAt && when(resetAt, zone),
    'Last call': lastUsedAt ? when(lastUsedAt, zone, 'relative', now) : 'none yet',
    Ends: html`<span>${when(endsAt, zone, 'date')}, ${number(SANDBOX_DAYS)} days after its last call</span>`,
  })

/** Three services fill a sandbox: on a busy machine that takes longer than a usual change. */
const filling =
  <E extends Endpoint>(call: E) =>
  (visit: Visit, input: AskInput<E>) =>
    visit.ask(call, input, { operation: visit.operation, timeoutMs: 15_000 })

const make = command({
  path: `${path}/new`,
  roles: admins,
  call: createSandbox,
  act: filling(createSandbox),
  submit: { label: 'Make a sandbox', icon: 'plus' },
  again: show,
  done: () => redirect(path, 'The sandbox is made. Open it, and create its first key.'),
})

const end = command({
  path: `${path}/delete`,
  roles: admins,
  call: deleteSandbox,
  confirm: {
    question: 'Its keys stop working at once, and everything in it is deleted.',
    tick: 'Yes, delete the sandbox',
  },
  submit: { label: 'Delete the sandbox', tone: 'danger' },
  again: show,
  done: ({ person }) => redirect(hasSignedUp(person) ? '/sign-in' : path, 'The sandbox is deleted.'),
})

const enter = command({
  path: `${path}/enter`,
  roles,
  submit: { label: 'Open the sandbox' },
  again: show,
  async done({ deps, sessionId }) {
    await setInSandbox(deps.db.sql, sessionId, true)
    return redirect(path, 'You are in the sandbox.')
  },
})

const apply = command({
  path: `${path}/applications`,
  roles,
  call: applyInSandbox,
  fields: fields(applyInSandbox.body, {
    jobId: { label: 'Job', type: 'select' },
    count: { label: 'How many apply', type: 'number', min: 1, max: 50 },
  }),
  submit: { label: 'Let them apply', icon: 'plus' },
  again: show,
  done: (_visit, { items }) =>
    redirect(path, `${number(items.length)} applied; the board of the job shows them in a moment.`),
})

const reset = command({
  path: `${path}/reset`,
  roles: admins,
  call: resetSandbox,
  act: filling(resetSandbox),
  confirm: {
    question: `Everything in it is deleted: it begins again with ${SANDBOX_SEED} candidates and full credits. Its keys stay.`,
    tick: 'Yes, delete what is in it',
  },
  submit: { label: 'Reset the sandbox', tone: 'danger' },
  again: show,
  done: () => redirect(path, 'The sandbox begins again.'),
})

export const sandboxArea: Area = {
  places: [{ href: path, label: 'Sandbox', icon: 'play', roles }],
  pages: [
    get(path, roles, show),
    {
      method: 'POST',
      path: `${path}/leave`,
      roles: [...roles, 'Interviewer'],
      async handle({ deps, sessionId }) {
        await setInSandbox(deps.db.sql, sessionId, false)
        return redirect('/', 'You have left the sandbox.')
      },
    },
    make,
    end,
    enter,
    apply,
    reset,
  ],
}
