/**
 * Returns how often a test tries random cases, or kills a process at random moments: as often as usual, or
 * `DRAWBRIDGE_PROPERTY_RUNS` times as often, for a search that may take hours.
 */
export function propertyRuns(usual: number): number {
  const { DRAWBRIDGE_PROPERTY_RUNS: given = '1' } = process.env
  const factor = Number(given)
  if (!(factor > 0)) throw new Error(`DRAWBRIDGE_PROPERTY_RUNS must be a number above 0, not "${given}".`)
  return Math.ceil(usual * factor)
}
