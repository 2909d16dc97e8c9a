import { median } from './median.ts'

/** One way to do the work. */
export type Way = () => Promise<unknown>

/**
 * Median, in milliseconds, of each way over `rounds` rounds that take every way in turn, so that all meet the same weather.
 * @param before Done before each run, outside of its time.
 */
export async function timeInTurn<Name extends string>(
  ways: Readonly<Record<Name, Way>>,
  rounds: number,
  before: Way = async () => undefined,
): Promise<Readonly<Record<Name, number>>> {
  const names = Object.keys(ways) as Name[]
  const times = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (let round = -1; round < rounds; round += 1) {
    for (const name of names) {
      await before()
      const start = performance.now()
      await ways[name]()
      // The first round warms caches up and does not count.
      if (round >= 0) times.get(name)?.push(performance.now() - start)
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name) ?? [])])) as Record<Name, number>
}
