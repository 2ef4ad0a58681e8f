/** Texts of every page. */
export const texts = {
  site: 'Job board',
  signedOut: 'You are signed out, or your session has ended. Sign in again; nothing was done.',
  signedOutKept:
    'You are signed out, or your session has ended, so nothing was done. Sign in again within 30 minutes: what you typed is kept.',
  kept: 'Your session had ended before this was sent, so nothing was done. What you typed is in the form again: look at it, then send it.',
  keptApart:
    'Your session had ended before a form of this page was sent, so nothing was done. What you typed is kept:',
  forbidden: 'This page is not for your role',
  forbiddenNext: (role: string) => `Your role is ${role}. Ask an admin of your employer if you need it.`,
  foreignForm: 'This form is out of date',
  foreignFormNext: 'Nothing was done. Open the page again and send the form once more.',
  notFound: 'There is no such page',
  notFoundNext: 'Look at the address, or go back to the start page.',
  noObject: 'There is no such object here',
  noObjectNext: 'It may have been deleted, or it belongs to someone else. Go back to the list.',
  tooMany: 'Too many requests',
  tooManyNext: 'You have sent more requests than a person does. Wait a minute and try again.',
  atOnce: 'Too many pages at once',
  atOnceNext:
    'You are loading more pages at the same time than can be served. Wait a few seconds and load this one again.',
  busy: 'This takes too long at the moment',
  busyNext:
    'Your other pages, or those of your colleagues, are still being served. Load this one again in a few seconds.',
  refused: 'This was refused',
  missing: 'A part of the system cannot be reached',
  missingNext: 'Nothing is lost. Try again in a minute.',
  unfinished:
    'It may have been done already, or not. Send it again in a minute: what you typed is kept, and it is done only once.',
  typed: 'What you typed',
  sendAgain: 'Send again',
  failed: 'Something went wrong here',
  failedNext: (requestId: string) => `Try again. If it happens again, report this request id: ${requestId}`,
}
