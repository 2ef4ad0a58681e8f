/** Texts of the page of rejection reasons. */
export const texts = {
  title: 'Rejection reasons',
  lead: 'What your colleagues choose from when they reject an application. Candidates never see it.',
  label: 'Reason',
  labelOf: (position: number) => `Reason ${position}`,
  code: (code: string) => `Code for the API: ${code}`,
  newCode: 'Its code for the API is made from the words, and stays when you change them.',
  none: 'There are no reasons yet. Nobody is asked for one.',
  add: 'Add a reason',
  up: (position: number) => `Move reason ${position} up`,
  down: (position: number) => `Move reason ${position} down`,
  remove: (position: number) => `Remove reason ${position}`,
  removed: 'Removed when you save:',
  removedEffect:
    'A reason that is removed cannot be given any more. Applications that have it keep its code, without its words.',
  save: 'Save the list',
  saved: 'The list of reasons is saved.',
  changed: 'Somebody changed the list meanwhile, and nothing was saved. Save again to replace it with yours.',
  now: 'The list as it is now',
}
