import type { ModelLimits } from '@drawbridge/core/model'

/** The limits of models by the beginning of their names, where the configuration does not say. The first match counts. */
const table: readonly (readonly [name: RegExp, context: number, maxOutput: number])[] = [
  [/^claude-opus-4/, 200_000, 32_000],
  [/^claude-3-(?:opus|haiku)/, 200_000, 4096],
  [/^claude-3-5/, 200_000, 8192],
  [/^claude-/, 200_000, 64_000],
  [/^gpt-5/, 400_000, 128_000],
  [/^gpt-4\.1/, 1_047_576, 32_768],
  [/^gpt-4o/, 128_000, 16_384],
  [/^(?:o\d|codex)/, 200_000, 100_000],
  [/^gemini-1\.5|^gemini-2\.0/, 1_048_576, 8192],
  [/^gemini-/, 1_048_576, 65_536],
]

/** The limits of a model that is not known: small enough for most servers. */
const unknown: ModelLimits = { context: 32_768, maxOutput: 4096 }

/** Returns the limits of a model by its name, also behind further names: `meta/llama`. */
export function knownLimits(name: string): ModelLimits {
  const last = name.slice(name.lastIndexOf('/') + 1).toLowerCase()
  const found = table.find(([pattern]) => pattern.test(last))
  return found === undefined ? unknown : { context: found[1], maxOutput: found[2] }
}
