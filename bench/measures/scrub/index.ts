import { createScrubber } from '../../../packages/core/src/scrub/index.ts'
import type { Goal, Report } from '../../lib/report.ts'
import { naiveExpressions, naiveScrub } from './naive-scrub.ts'
import { hostileTexts, ordinaryTexts } from './samples.ts'

const scrubber = createScrubber()
const whole = naiveExpressions('whole')
const tuned = naiveExpressions('tuned')

/** Least processor time of several runs, in milliseconds: other work on the machine adds to it, nothing takes away. */
function processorTime(run: () => unknown, rounds: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const start = process.cpuUsage().user
    run()
    least = Math.min(least, process.cpuUsage().user - start)
  }
  return least / 1_000
}

function megabytesPerSecond(text: string, milliseconds: number): number {
  return text.length / 1_000 / milliseconds
}

interface Speeds {
  readonly ours: number
  readonly naive: number
  readonly tuned: number
}

/** Measures the scrubber on ordinary and hostile texts, beside the same rules as regular expressions run in turn. */
export async function measure(): Promise<Report> {
  for (const text of ordinaryTexts.values()) scrubber.scrub(text)
  const ordinary = new Map(Array.from(ordinaryTexts, ([name, text]): [string, Speeds] => [name, speedsOf(text)]))
  const hostile = new Map(
    Array.from(hostileTexts, ([name, text]): [string, number] => [
      name,
      megabytesPerSecond(
        text,
        processorTime(() => scrubber.scrub(text), 7),
      ),
    ]),
  )
  const outputs = measureOutputs()
  const slowest = Math.min(...Array.from(ordinary.values(), ({ ours }) => ours))
  const slowestHostile = Math.min(...hostile.values())
  const ratio = Math.min(...Array.from(ordinary.values(), ({ ours, naive }) => ours / naive))
  const goals: Goal[] = [
    { text: `slowest ordinary text ${slowest.toFixed(1)} MB/s >= 25`, met: slowest >= 25 },
    { text: `20 KB output ${outputs.large.toFixed(3)} ms <= 1`, met: outputs.large <= 1 },
    { text: `small result ${outputs.small.toFixed(2)} µs < 2`, met: outputs.small < 2 },
    { text: `at least ${ratio.toFixed(0)} times naive >= 50`, met: ratio >= 50 },
    {
      text: `hostile text ${(slowest / slowestHostile).toFixed(2)} times as slow as ordinary <= 3`,
      met: slowestHostile * 3 >= slowest,
    },
  ]
  return {
    name: 'scrub',
    columns: ['text of 1 MB', 'ours MB/s', 'naive MB/s', 'times', 'tuned naive MB/s', 'times'],
    rows: [
      ...Array.from(ordinary, ([name, { ours, naive, tuned: better }]) => [
        name,
        ours.toFixed(1),
        naive.toFixed(2),
        (ours / naive).toFixed(0),
        better.toFixed(2),
        (ours / better).toFixed(0),
      ]),
      ...Array.from(hostile, ([name, speed]) => [`hostile ${name}`, speed.toFixed(1), '', '', '', '']),
    ],
    goals,
    details: [
      `naive: ${whole.length} expressions, one pass each, on the first 100 KB of each text; names with their heads as published scanners write them, tuned: from the keyword on. Processor time, best of several rounds`,
    ],
  }
}

function speedsOf(text: string): Speeds {
  const part = text.slice(0, 100_000)
  return {
    ours: megabytesPerSecond(
      text,
      processorTime(() => scrubber.scrub(text), 9),
    ),
    naive: megabytesPerSecond(
      part,
      processorTime(() => naiveScrub(part, whole), 2),
    ),
    tuned: megabytesPerSecond(
      part,
      processorTime(() => naiveScrub(part, tuned), 2),
    ),
  }
}

/** Milliseconds for an output of 20 KB, microseconds for one of two hundred characters. */
function measureOutputs(): { readonly large: number; readonly small: number } {
  const output = (ordinaryTexts.get('source (TypeScript)') ?? '').slice(0, 20_000)
  const result =
    'total 24\ndrwxr-xr-x 2 root root 4096 Jan 1 00:00 .\n-rw-r--r-- 1 root root 12 Jan 1 00:00 notes.txt\n'.repeat(2)
  const repeat = (text: string, times: number) => (): void => {
    for (let count = 0; count < times; count++) scrubber.scrub(text)
  }
  return {
    large: processorTime(repeat(output, 100), 7) / 100,
    small: (processorTime(repeat(result, 20_000), 7) / 20_000) * 1_000,
  }
}
