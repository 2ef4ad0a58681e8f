/** A text with the commands in it as the user calls them: the image sets JOBBOARD_CALL. */
export function asCalled(text: string): string {
  const call = process.env.JOBBOARD_CALL
  return call ? text.replaceAll(/npm run (-s )?jobboard --/g, call) : text
}
