import { MAX_USERS_PER_EMPLOYER } from '@jobboard/contracts/limits'
import type { EmployerRole } from '../../person/person.ts'

/** Texts of the pages of users, and of the mail that invites one. */
export const texts = {
  place: 'Users',
  list: {
    title: 'Users',
    lead: 'The people who work here with you. They sign in with their e-mail address; there are no passwords.',
    invite: 'Invite a person',
    caption: 'Users',
    columns: { name: 'Name', email: 'E-mail', role: 'Role', since: 'Since' },
    you: 'you',
    empty: { title: 'Nobody yet', text: 'Invite the first person.' },
    roles: 'What the roles may do',
  },
  roles: {
    EmployerAdmin: {
      label: 'EmployerAdmin',
      text: 'Everything of your employer: users, keys, webhooks and credits too.',
    },
    Recruiter: {
      label: 'Recruiter',
      text: 'Jobs, applications, and CV search with your credits.',
    },
    Interviewer: {
      label: 'Interviewer',
      text: 'Reads applications without contact details, and writes own notes and scorecards.',
    },
  } satisfies Record<EmployerRole, { label: string; text: string }>,

  fields: {
    name: 'Name',
    nameHint: 'As notes and scorecards show it.',
    email: 'E-mail address',
    emailHint: 'Only who reads mail to this address can sign in. It cannot be changed later.',
    role: 'Role',
  },
  cancel: 'Back to the users',
  unavailable:
    'The service for users cannot be reached right now. What you typed is kept here; send it again in a moment, it acts once.',

  invite: {
    title: 'Invite a person',
    lead: (max = MAX_USERS_PER_EMPLOYER) => `An employer can have ${max} users.`,
    mailed: 'We mail them a link to the sign-in.',
    unmailed: (address: string) =>
      `This portal sends no mail. Tell them to sign in at ${address} with this e-mail address.`,
    submit: 'Invite',
    sentBefore:
      'This form has been sent before with other values, and that person was added. To invite another person with these values, send the form again.',
    done: {
      sent: (name: string) => `${name} was added, and the mail with the link to the sign-in was sent.`,
      none: (name: string, address: string) =>
        `${name} was added. Tell them to sign in at ${address} with this e-mail address.`,
      failed: (name: string, address: string) =>
        `${name} was added, but the mail server did not take the mail. Send the invitation again later, or tell them to sign in at ${address}.`,
      limited: (name: string, address: string) =>
        `${name} was added, but no mail was sent: there were too many invitations. Tell them to sign in at ${address}.`,
      before: (name: string) => `${name} was added.`,
    },
  },
  again: {
    title: 'Invitation',
    text: 'They can sign in with their e-mail address at any time. The mail only says so, with a link to the sign-in.',
    submit: 'Send the invitation again',
    sent: 'The invitation was sent again.',
    failed: 'The mail server did not take the mail. Try again in a few minutes.',
    limited:
      'Not sent: at most 3 of your invitations an hour go to one address, and 100 a day to all of your users.',
  },

  show: {
    notAdmin: 'The last EmployerAdmin cannot lose the role. Make another user EmployerAdmin first.',
    details: 'Name and role',
    email: 'E-mail',
    since: 'Since',
    roleHint: 'Another role counts from the next click of that person on.',
    submit: 'Save the changes',
    saved: 'The changes are saved. They count from the next click of that person on.',
  },
  remove: {
    title: 'Remove this user',
    text: 'They cannot sign in any more, and where they are signed in, it ends with their next click. Notes and scorecards that they wrote stay, with their name.',
    self: 'This is you: you will be signed out.',
    keys: (count: number) =>
      count === 1 ? 'One key writes notes with this name:' : `${count} keys write notes with this name:`,
    keysThen: {
      label: 'What becomes of the keys',
      keep: 'They work on without a user',
      keepHint: 'Notes and scorecards with them are refused, everything else works.',
      move: 'They move to another user',
      moveHint: 'The person still knows their texts: revoke keys that must not be used any more.',
      revoke: 'They are revoked',
      revokeHint: 'For good: within a second every call with them is refused.',
    },
    keyUser: 'The other user',
    keyUserHint: 'Only for keys that move.',
    noUser: 'None',
    chooseUser: 'Choose the user to whom the keys move. Nothing was done yet.',
    moreKeys: (count: number) => `and ${count} more`,
    question: (name: string) => `Remove ${name}?`,
    tick: 'Yes, remove this person',
    untouched: 'Tick the box to remove the person. Nothing was done yet.',
    submit: 'Remove the user',
    done: 'The user was removed, and is signed out everywhere.',
    keysLeft: (count: number) =>
      `The user was removed, and is signed out everywhere, but ${count === 1 ? 'one key' : `${count} keys`} could not be changed and ${count === 1 ? 'has' : 'have'} no user now. Look under Keys.`,
  },

  mail: {
    subject: (employer: string) => `Invitation to the hiring pages of ${employer}`,
    body: (employer: string, address: string) =>
      [
        `An admin of ${employer} has added you to its pages on the job board.`,
        'Sign in with this e-mail address; you need no password:',
        address,
        'You do not know the employer? Then do nothing. Nobody can sign in with your address without reading your mail.',
      ].join('\n\n'),
  },
}
