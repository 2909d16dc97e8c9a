import { collectGarbage } from '../../lib/collect-garbage.ts'
import { liveBytes } from '../../lib/live-bytes.ts'
import { median } from '../../lib/median.ts'
import type { Report } from '../../lib/report.ts'
import { runAiSdk } from './ai-sdk.ts'
import { type BenchHouse, drain, openConversation, runConversation } from './drawbridge.ts'
import { openBenchHouse } from './open-bench-house.ts'

/** The goal, as a multiple of the AI SDK's cost. */
const bar = 1
const rounds = 15
/** The turns of each conversation of the goal, and of the short ones that have no bar. */
const turns = 100
const fewTurns = 10
/** Turns that one loop takes in one round: enough for each loop to pay for its own garbage. */
const turnsPerRound = 1_000
/** Turns before those that count, until both run compiled. */
const turnsToWarmUp = 8_000
const sessionsAtOnce = 200

/**
 * Measures the processor time of one turn of the loop with a model that answers at once, and of the same turns through the AI SDK's
 * `generateText`. Each round takes both loops in turn, the other one first than in the round before.
 */
export async function measure(): Promise<Report> {
  await using opened = await openBenchHouse()
  const { house } = opened
  const long = await compare(house, turns)
  const short = await compare(house, fewTurns)
  const { kibibytes, left } = await heapOfSessions(house)
  return {
    name: 'loop',
    columns: ['loop', `µs per turn of ${turns}`, `of ${fewTurns}`],
    rows: [
      ['drawbridge, everything on, nothing recorded', long.own.toFixed(0), short.own.toFixed(0)],
      ['ai generateText', long.other.toFixed(0), short.other.toFixed(0)],
    ],
    goals: [
      {
        text: `${long.ratio.toFixed(2)} times generateText <= ${bar} (conversations of ${turns} turns of one call, processor time, median of ${rounds} rounds in turn)`,
        met: long.ratio <= bar,
      },
      { text: `${sessionsAtOnce} sessions at once leave no timer or handle behind: ${left}`, met: left === 0 },
    ],
    details: [
      `conversations of ${fewTurns} turns, with opening and closing: ${short.ratio.toFixed(2)} times generateText (no bar)`,
      `${sessionsAtOnce} open conversations of 5 turns take ${kibibytes} KiB each`,
    ],
    data: { long, short },
  }
}

interface Comparison {
  /** Microseconds of processor time per turn, the last answer included. */
  readonly own: number
  readonly other: number
  readonly ratio: number
}

async function compare(house: BenchHouse, turnsEach: number): Promise<Comparison> {
  const loops = { own: () => runConversation(house, turnsEach), other: () => runAiSdk(turnsEach) }
  const costOf = async (run: () => Promise<void>) => {
    collectGarbage()
    const before = process.cpuUsage()
    for (let taken = 0; taken < turnsPerRound; taken += turnsEach) await run()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / (Math.ceil(turnsPerRound / turnsEach) * (turnsEach + 1))
  }
  for (let taken = 0; taken < turnsToWarmUp; taken += turnsEach) {
    await loops.own()
    await loops.other()
  }
  const measured: { readonly own: number; readonly other: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? (['own', 'other'] as const) : (['other', 'own'] as const)
    const costs = { own: 0, other: 0 }
    for (const name of order) costs[name] = await costOf(loops[name])
    measured.push(costs)
  }
  return {
    own: median(measured.map(({ own }) => own)),
    other: median(measured.map(({ other }) => other)),
    ratio: median(measured.map(({ own, other }) => own / other)),
  }
}

async function heapOfSessions(house: BenchHouse) {
  const [before, handles] = [await liveBytes(), process.getActiveResourcesInfo().length]
  const open = await Promise.all(Array.from({ length: sessionsAtOnce }, () => openConversation(house, 5)))
  await Promise.all(open.map(drain))
  const kibibytes = Math.round(((await liveBytes()) - before) / sessionsAtOnce / 1_024)
  await Promise.all(open.map((conversation) => conversation[Symbol.asyncDispose]()))
  return { kibibytes, left: Math.max(0, process.getActiveResourcesInfo().length - handles) }
}
