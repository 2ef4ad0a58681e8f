/** Ends this process with exit code 1 after one sentence. */
export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
