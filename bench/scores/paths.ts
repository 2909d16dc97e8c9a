import type { PathAccess } from '@drawbridge/core/target'
import fc from 'fast-check'
import { attackPaths, setTraps } from '../../packages/sandbox/src/__fixtures__/attack-paths.ts'
import { createScene } from '../../packages/sandbox/src/__fixtures__/scene.ts'
import { swapAttacks, trySwap } from '../../packages/sandbox/src/__fixtures__/swap-attacks.ts'
import { type AttackResult, tryAttack } from '../../packages/sandbox/src/__fixtures__/try-attack.ts'
import type { Report } from '../lib/report.ts'

const casesPerAccess = 2000
/** Deletions change the scene, so each starts from a fresh one. */
const deletions = 150
const seed = 20_260_101

interface Tally {
  readonly kind: string
  readonly results: AttackResult[]
  readonly breaches: string[]
}

/** Generates hostile paths and swaps, tries each on a real disk and counts what got out without a decision. */
export async function measure(): Promise<Report> {
  const tallies: Tally[] = []
  for (const access of ['read', 'list', 'write'] as const) tallies.push(await tryPaths(access))
  tallies.push(await tryDeletions(), await trySwaps())
  const total = sum(tallies, (tally) => tally.results.length)
  const breaches = tallies.flatMap((tally) => tally.breaches)
  return {
    name: 'paths',
    columns: ['attack', 'cases', 'refused', 'left to a person', 'ran without harm', 'breaches'],
    rows: tallies.map(({ kind, results }) => [
      kind,
      results.length,
      ...(['refused', 'asked', 'harmless'] as const).map(
        (wanted) => results.filter((result) => result === wanted).length,
      ),
      results.filter((result) => typeof result === 'object').length,
    ]),
    goals: [{ text: `all of ${total} attacks gain nothing`, met: total > 0 && breaches.length === 0 }],
    details: breaches,
    data: { seed, total, breaches },
  }
}

async function tryPaths(access: PathAccess): Promise<Tally> {
  using scene = createScene()
  setTraps(scene)
  const before = scene.fingerprint()
  const tally: Tally = { kind: `path, ${access}`, results: [], breaches: [] }
  for (const path of fc.sample(attackPaths(scene), { numRuns: casesPerAccess, seed })) {
    note(tally, JSON.stringify(path), await tryAttack(scene, path, access, before))
  }
  return tally
}

async function tryDeletions(): Promise<Tally> {
  const tally: Tally = { kind: 'path, delete', results: [], breaches: [] }
  for (let index = 0; index < deletions; index += 1) {
    using scene = createScene()
    setTraps(scene)
    const before = scene.fingerprint()
    for (const path of fc.sample(attackPaths(scene), { numRuns: 1, seed: seed + index })) {
      note(tally, JSON.stringify(path), await tryAttack(scene, path, 'delete', before))
    }
  }
  return tally
}

async function trySwaps(): Promise<Tally> {
  const tally: Tally = { kind: 'swap between check and use', results: [], breaches: [] }
  for (const attack of swapAttacks) {
    using scene = createScene()
    note(tally, `${attack.use} after replacing ${attack.swap}`, await trySwap(scene, attack))
  }
  return tally
}

function note(tally: Tally, what: string, result: AttackResult): void {
  tally.results.push(result)
  if (typeof result === 'object') tally.breaches.push(`${tally.kind}: ${what}: ${result.breach}`)
}

function sum<Value>(values: readonly Value[], amount: (value: Value) => number): number {
  return values.reduce((total, value) => total + amount(value), 0)
}
