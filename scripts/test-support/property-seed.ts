import fc from 'fast-check'

/**
 * Returns the seed of every property test: always the same one, so that a commit passes or fails the same way on every machine.
 * `DRAWBRIDGE_PROPERTY_SEED` names another, or `random` for a search; it must be a whole number.
 */
export function propertySeed(given = '1'): number | undefined {
  if (given === 'random') return undefined
  const seed = Number(given)
  if (Number.isSafeInteger(seed) && given.trim() !== '') return seed
  throw new Error(`DRAWBRIDGE_PROPERTY_SEED must be a whole number or "random", not "${given}".`)
}

const seed = propertySeed(process.env.DRAWBRIDGE_PROPERTY_SEED)
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
