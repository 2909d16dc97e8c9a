import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from '../../lib/report.ts'
import { hostileInputs } from './hostile-inputs.ts'

/** The most that our code may hold the event loop beyond parsing the same bytes, in milliseconds. */
const mostExtra = 200

/** Measures how long the worst known inputs block the event loop, compared with parsing the same text as JSON. */
export async function measure(): Promise<Report> {
  const rows: (readonly (string | number)[])[] = []
  let worst = { name: '', extra: 0 }
  for (const { name, text, work } of hostileInputs()) {
    const encoded = JSON.stringify(text)
    const parsing = await longestBlock(async () => void JSON.parse(encoded))
    const ours = await longestBlock(work)
    const extra = Math.max(0, ours - parsing)
    if (extra > worst.extra) worst = { name, extra }
    rows.push([
      name,
      (text.length / 1_048_576).toFixed(2),
      ours.toFixed(0),
      parsing.toFixed(0),
      extra.toFixed(0),
      extra <= mostExtra ? 'ok' : 'too long',
    ])
  }
  return {
    name: 'event-loop',
    columns: ['input', 'MiB', 'longest block ms', 'parsing ms', 'extra ms', 'verdict'],
    rows,
    goals: [
      {
        text: `longest block beyond parsing: ${worst.extra.toFixed(0)} ms (${worst.name}) <= ${mostExtra}`,
        met: worst.extra <= mostExtra,
      },
    ],
    details: ['Processor time of the main thread alone, the longest of one run.'],
  }
}

/**
 * The most processor time that the main thread used between two rounds of the event loop while the work went on, in milliseconds. Time of
 * other threads and of other work on the machine is not in it.
 */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = busyMs()
  let isDone = false
  const round = (): void => {
    const now = busyMs()
    longest = Math.max(longest, now - last)
    last = busyMs()
    if (!isDone) setImmediate(round)
  }
  setImmediate(round)
  await sleep(5)
  await work()
  await sleep(5)
  isDone = true
  return longest
}

function busyMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
