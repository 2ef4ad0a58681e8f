/** Texts of the sign-in: pages and mail. */
export const texts = {
  title: 'Sign in',
  lead: 'We mail you a link and a code. No password is needed.',
  email: 'E-mail address',
  emailHint: 'The address with which your employer or the platform has registered you.',
  send: 'Mail me a link',
  by: (name: string) => `Sign in with ${name}`,
  or: 'or',
  noWay: 'This portal sends no mail and has no sign-in provider. Ask its operator for a one-time link.',
  wrongAddress: 'Enter an e-mail address, such as ada@example.com.',

  networkTitle: 'Too many mails from here',
  networkNext: 'Too many links were asked for from your network. Wait 15 minutes and try again.',

  codeTitle: 'Look into your mail',
  codeLead:
    'If the address is known here, a mail is on its way. Open its link in this browser, or type the code here. Both work once, for 10 minutes.',
  codeAgain: 'No mail after two minutes? Look into the spam folder, then ask again; the newest code counts.',
  askAgain: 'Ask for another mail',
  code: 'Code',
  codeHint: '8 digits, as in the mail',
  enter: 'Sign in',
  codeForm: 'Enter the 8 digits of the code.',
  codeWrong: 'This is not the code of the newest mail. Look again, or open the link of the mail.',
  codeOver: 'No code works any more',
  codeOverNext: 'It was used, 10 minutes are over, or 5 codes were entered. Ask for another mail.',
  codeLimit: 'Too many codes',
  codeLimitNext:
    'Too many codes were entered for this address within an hour. Open the link of the mail instead, or wait.',

  linkTitle: 'Sign in to the portal',
  linkLead: 'One more step, so that programs that open links cannot use this one up.',
  linkButton: 'Sign in',
  linkOver: 'This link does not work any more',
  linkOverNext: 'It was used before, has ended or was cut off. Ask for another one.',
  elsewhere: 'Open the link in the browser where you asked for it',
  elsewhereNext:
    'This is another browser, so the link was not used up. Open it where you asked, or type the code of the mail there.',
  back: 'Back to the sign-in',
  unknown: 'You cannot sign in',
  unknownNext:
    'Nobody here has this account any more. Ask an admin of your employer, or the operator of the platform.',

  chooseTitle: 'As whom do you sign in?',
  chooseLead: 'Your address belongs to more than one person here.',
  choose: 'Person',
  chooseOne: 'Choose one.',
  chooseEnded: 'The choice has ended after 10 minutes. Sign in again.',
  staff: 'Staff of the platform',
  person: (name: string, role: string) => `${name}, ${role}`,

  providerDown: (name: string) => `${name} cannot be reached`,
  providerDownNext: 'Try again in a minute, or sign in with a mail if that is offered.',
  providerRefused: (name: string) => `${name} did not sign you in`,
  providerRefusedNext:
    'The sign-in was cancelled there, took longer than 10 minutes or was begun in another browser. Try again.',
  providerUnknownNext: (name: string) =>
    `Nobody here has the address of this account, or ${name} does not confirm it. Ask for the address with which you are registered, or sign in with a mail.`,
  attemptsNext: 'Too many sign-ins were begun from your network. Wait 15 minutes and try again.',

  mail: {
    subject: 'Your link to sign in',
    body: ({
      link,
      code,
      browser,
      askedAt,
    }: {
      link: string
      code: string
      browser: string
      askedAt: Date
    }) =>
      [
        `Somebody asked to sign in to the job board with this address, on ${utc(askedAt)}${browser && `, with ${browser}`}.`,
        'Open this link in the same browser:',
        link,
        `Or type this code where you asked: ${code.slice(0, 4)} ${code.slice(4)}`,
        'Both work once, for 10 minutes.',
        'Was it not you? Then do nothing: without this mail nobody can sign in. Do not pass the link or the code on; nobody from the job board asks for them. If such mails go on, tell an admin of your employer.',
      ].join('\n\n'),
  },
}

function utc(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
