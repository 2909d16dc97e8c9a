import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Measure } from '../../lib/report.ts'

const program = join(import.meta.dirname, '../../../packages/chat/src/__fixtures__/chat-at-terminal.ts')
const goalMs = 100
const rounds = 3
const pressEveryMs = 25
/** After so many keys the line is emptied, so that it stays one row. */
const longestLine = 40

/** The time from a key to its echo in a pseudo terminal while the model writes ten megabytes in about a second. */
export const measure: Measure = async () => {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) times.push(...(await typeDuringFlood()))
  const sorted = times.toSorted((left, right) => left - right)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return {
    name: 'chat',
    columns: ['keys', 'p50 ms', 'p95 ms', 'longest ms'],
    rows: [[sorted.length, at(0.5).toFixed(1), at(0.95).toFixed(1), at(1).toFixed(1)]],
    goals: [{ text: `key to echo p95 <= ${goalMs} ms during 10 MB of text in a second`, met: at(0.95) <= goalMs }],
    details: ['The keys go to a pseudo terminal of `script`; the echo counts when its bytes have left that terminal.'],
    data: { times: sorted },
  }
}

async function typeDuringFlood(): Promise<readonly number[]> {
  const child = spawn(
    'script',
    ['-qefc', `stty cols 80 rows 24; exec '${process.execPath}' --no-warnings '${program}' flood`, '/dev/null'],
    {
      env: { ...process.env, NO_COLOR: '1', TERM: 'xterm-256color' },
    },
  )
  let tail = ''
  let look = () => {}
  child.stdout.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString('latin1')).slice(-200_000)
    look()
  })
  const shows = (text: string) =>
    new Promise<void>((resolve) => {
      look = () => {
        if (!tail.includes(text)) return
        look = () => {}
        resolve()
      }
      look()
    })
  await shows('scripted')
  child.stdin.write('go\r')
  await shows('24....')
  const times: number[] = []
  for (let line = ''; !tail.includes('The flood is over.'); ) {
    if (line.length >= longestLine) {
      child.stdin.write('\u0015')
      line = ''
    }
    line += 'abcdefghij'[times.length % 10] ?? 'a'
    tail = ''
    const pressed = performance.now()
    child.stdin.write(line.at(-1) ?? '')
    await Promise.race([shows(`> ${line}`), new Promise((resolve) => setTimeout(resolve, 5_000))])
    times.push(performance.now() - pressed)
    await new Promise((resolve) => setTimeout(resolve, pressEveryMs))
  }
  child.stdin.write('\u0003\u0003')
  await new Promise((resolve) => child.once('close', resolve))
  return times
}
