import { writeSync } from 'node:fs'
import { runProcess } from '@jobboard/service/runtime/run'

// A process as services are, without a database: SIGUSR2 blocks its event loop, as an endless computation does, SIGHUP for
// 700 ms of CPU time. It ends with the process that started it, also while it is blocked.
const parent = process.ppid
await runProcess('stuck', async () => {
  process.on('SIGUSR2', () => {
    while (process.ppid === parent);
  })
  process.on('SIGHUP', () => {
    compute(400)
    writeSync(1, 'computing\n')
    compute(300)
  })
  setInterval(() => {
    if (process.ppid !== parent) process.exit()
    console.log('alive')
  }, 20)
  console.log('fixture is up')
  return { stop: async () => {} }
})

function compute(ms: number): void {
  const before = process.cpuUsage()
  while (process.cpuUsage(before).user + process.cpuUsage(before).system < ms * 1_000);
}
