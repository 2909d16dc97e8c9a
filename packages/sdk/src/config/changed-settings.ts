import type { Configuration } from './configuration.ts'
import { explainConfiguration } from './explain-configuration.ts'

/** The settings that differ between two configurations and that a process reads only when it starts, by dotted key. */
export function changedAtStart(one: Configuration | undefined, other: Configuration | undefined): readonly string[] {
  const [before, after] = [valuesOf(one), valuesOf(other)]
  return [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key)).sort()
}

/** A list has a part in every layer. */
function valuesOf(configuration: Configuration | undefined): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const { key, value, takesEffect } of explainConfiguration(configuration ?? { layers: [] })) {
    if (takesEffect === 'next start') values.set(key, `${values.get(key) ?? ''}${JSON.stringify(value)}`)
  }
  return values
}
