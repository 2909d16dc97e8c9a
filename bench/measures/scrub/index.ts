import { createScrubber } from '../../../packages/core/src/scrub/index.ts'
import type { Goal, Report } from '../../lib/report.ts'
import { timeInTurn } from '../../lib/time-in-turn.ts'
import { leastTime, leastTimeAsync } from './least-time.ts'
import { naiveExpressions, naiveScrub } from './naive-scrub.ts'
import { hostileTexts, ordinaryTexts } from './samples.ts'
import { secretlintFindings } from './secretlint-peer.ts'

const scrubber = createScrubber()
const whole = naiveExpressions('whole')
const tuned = naiveExpressions('tuned')

/** Megabytes a second on one ordinary text. */
interface Speeds {
  readonly ours: number
  readonly naive: number
  readonly tuned: number
  readonly secretlint: number
}

/**
 * Measures the scrubber on ordinary and hostile texts, compared with the same rules as regular expressions run in turn.
 */
export async function measure(): Promise<Report> {
  const ordinary = new Map<string, Speeds>()
  for (const [name, text] of ordinaryTexts) ordinary.set(name, await speedsOf(text))
  const hostile = await hostileSpeeds(slowestOf(ordinary))
  return {
    name: 'scrub',
    columns: ['text', 'ours MB/s', 'naive MB/s', 'times', 'tuned naive MB/s', 'times', 'secretlint MB/s'],
    rows: [
      ...Array.from(ordinary, ([name, speeds]) => ordinaryRow(name, speeds)),
      ...Array.from(hostile.speeds, ([name, speed]) => [`hostile ${name}`, speed.toFixed(1), '', '', '', '', '']),
    ],
    goals: goalsOf([...ordinary.values()], hostile),
    details: [
      `naive: ${whole.length} expressions, one pass each, on the first 20 KB; names with their heads as published scanners write them`,
      'tuned naive: the same from the keyword on; secretlint: its recommended rules, which report and do not replace',
      'hostile texts are held against the slowest ordinary one, settings, where nearly every line has a keyword, too',
    ],
  }
}

/** Megabytes a second on each hostile text, and on the slowest ordinary one measured in turn with them. */
interface HostileSpeeds {
  readonly speeds: ReadonlyMap<string, number>
  readonly besideThem: number
}

const hostileRounds = 60

/** All in turn, so that what else happens on the machine meets each of them alike. */
async function hostileSpeeds(slowestOrdinary: string): Promise<HostileSpeeds> {
  const texts = new Map([...hostileTexts, ['', ordinaryTexts.get(slowestOrdinary) ?? ''] as const])
  const ways = Object.fromEntries(Array.from(texts, ([name, text]) => [name, async () => scrubber.scrub(text)]))
  const times = await timeInTurn(ways, hostileRounds)
  const speedOf = (name: string) => megabytesPerSecond(texts.get(name) ?? '', times[name] ?? Number.NaN)
  return {
    speeds: new Map(Array.from(hostileTexts.keys(), (name) => [name, speedOf(name)])),
    besideThem: speedOf(''),
  }
}

function slowestOf(ordinary: ReadonlyMap<string, Speeds>): string {
  const [slowest] = [...ordinary].toSorted(([, left], [, right]) => left.ours - right.ours)
  return slowest?.[0] ?? ''
}

function ordinaryRow(name: string, speeds: Speeds): readonly string[] {
  return [
    name,
    speeds.ours.toFixed(1),
    speeds.naive.toFixed(2),
    (speeds.ours / speeds.naive).toFixed(0),
    speeds.tuned.toFixed(2),
    (speeds.ours / speeds.tuned).toFixed(0),
    speeds.secretlint.toFixed(1),
  ]
}

function goalsOf(ordinary: readonly Speeds[], hostile: HostileSpeeds): readonly Goal[] {
  const slowest = Math.min(...ordinary.map(({ ours }) => ours))
  const timesSlower = hostile.besideThem / Math.min(...hostile.speeds.values())
  const ratio = Math.min(...ordinary.map(({ ours, naive }) => ours / naive))
  const { large, small } = measureOutputs()
  return [
    { text: `slowest ordinary text ${slowest.toFixed(1)} MB/s >= 25`, met: slowest >= 25 },
    { text: `20 KB output ${large.toFixed(3)} ms <= 1`, met: large <= 1 },
    { text: `small result ${small.toFixed(2)} µs < 2`, met: small < 2 },
    { text: `at least ${ratio.toFixed(0)} times naive >= 50`, met: ratio >= 50 },
    {
      text: `hostile text ${timesSlower.toFixed(2)} times as slow as the slowest ordinary <= 3`,
      met: timesSlower <= 3,
    },
  ]
}

function megabytesPerSecond(text: string, milliseconds: number): number {
  return text.length / 1_000 / milliseconds
}

function ourSpeed(text: string, rounds: number): number {
  return megabytesPerSecond(
    text,
    leastTime(() => scrubber.scrub(text), rounds),
  )
}

async function speedsOf(text: string): Promise<Speeds> {
  const part = text.slice(0, 20_000)
  const naiveSpeed = (expressions: readonly RegExp[]): number =>
    megabytesPerSecond(
      part,
      leastTime(() => naiveScrub(part, expressions), 3),
    )
  return {
    ours: ourSpeed(text, 60),
    naive: naiveSpeed(whole),
    tuned: naiveSpeed(tuned),
    secretlint: megabytesPerSecond(part, await leastTimeAsync(() => secretlintFindings(part), 10)),
  }
}

/** Milliseconds for an output of 20 KB, microseconds for one of two hundred characters. */
function measureOutputs(): { readonly large: number; readonly small: number } {
  const output = (ordinaryTexts.get('source (TypeScript)') ?? '').slice(0, 20_000)
  const line = '-rw-r--r-- 1 root root 12 Jan 1 00:00 notes.txt\n'
  const repeat = (text: string, times: number) => (): void => {
    for (let count = 0; count < times; count++) scrubber.scrub(text)
  }
  return {
    large: leastTime(repeat(output, 10), 60) / 10,
    small: leastTime(repeat(line.repeat(4), 1_000), 60),
  }
}
