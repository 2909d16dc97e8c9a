import { relative } from 'node:path'

/** The part of a test runner's report that says how long each file took. Times are in milliseconds. */
export type TimedFile = { readonly name: string; readonly startTime: number; readonly endTime: number }

/** Returns a line for each of the ten test files that took longest, so that a slower suite shows where its time goes. */
export function slowestFiles(files: readonly TimedFile[], root: string): string[] {
  const seconds = ({ startTime, endTime }: TimedFile) => (endTime - startTime) / 1000
  const slowest = files.toSorted((one, other) => seconds(other) - seconds(one)).slice(0, 10)
  return slowest.map((file) => `${seconds(file).toFixed(1).padStart(6)} s ${relative(root, file.name)}`)
}
