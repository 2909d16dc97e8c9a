import type { Configuration } from './configuration.ts'
import { explainConfiguration } from './explain-configuration.ts'

/** The settings that differ between two configurations and that a process reads only when it starts, by dotted key. */
export function changedAtStart(one: Configuration | undefined, other: Configuration | undefined): readonly string[] {
  // Without a configuration there are sections of rooms all the same, with their built-in values.
  const nothing = { layers: [], sections: one?.sections ?? other?.sections ?? [] }
  const [before, after] = [valuesOf(one ?? nothing), valuesOf(other ?? nothing)]
  return [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key)).sort()
}

/** A list has a part in every layer. */
function valuesOf(configuration: Pick<Configuration, 'layers' | 'sections'>): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const { key, value, takesEffect } of explainConfiguration(configuration)) {
    if (takesEffect === 'next start') values.set(key, `${values.get(key) ?? ''}${JSON.stringify(value)}`)
  }
  return values
}
