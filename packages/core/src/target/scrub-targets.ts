import type { Scrubber } from '../scrub/index.ts'
import { type CommandWord, shellCommand, type Target } from './target.ts'

/** Returns the targets without the secrets that they quote; the same list if there are none. */
export function scrubTargets(
  targets: readonly Target[],
  { scrubValue }: Pick<Scrubber, 'scrubValue'>,
): readonly Target[] {
  if (targets.length === 0) return targets
  const scrubbed = targets.map((target): Target => {
    if (target.kind !== 'command') return scrubValue(target).value
    const argv = scrubWords(target.argv, scrubValue)
    if (argv === target.argv) return scrubValue(target).value
    const { [shellCommand]: _, ...plain } = target
    return scrubValue({ ...plain, argv }).value
  })
  return scrubbed.some((target, index) => target !== targets[index]) ? scrubbed : targets
}

/** As the command line that they are: an option says what the word behind it is. */
function scrubWords(argv: readonly CommandWord[], scrubValue: Scrubber['scrubValue']): readonly CommandWord[] {
  const texts = argv.map(({ text }) => text)
  const { value } = scrubValue(texts)
  return value === texts ? argv : argv.map((word, index) => ({ ...word, text: value[index] ?? word.text }))
}
