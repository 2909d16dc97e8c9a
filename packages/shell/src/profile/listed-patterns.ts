import { usePath } from '../effect/use-path.ts'
import type { World } from '../effect/world.ts'
import type { PathUse } from '../shell-command.ts'
import type { Word } from '../word/word.ts'

interface PatternPlace {
  readonly world: World
  readonly cwd: string
  readonly cwdKnown: boolean
}

/**
 * Returns the unquoted patterns among words that no known use covers: the shell lists their folders, whatever
 * the program does with the names (`echo private/*`).
 */
export function listedPatterns(
  words: readonly Word[],
  known: readonly PathUse[],
  { world, cwd, cwdKnown }: PatternPlace,
): readonly PathUse[] {
  return words.flatMap((word) => {
    if (!word.pattern || word.static || word.found !== undefined) return []
    const isKnown = known.some((use) => use.word === word || word.text.endsWith(use.word.text))
    return isKnown ? [] : [usePath(word, 'list', { world, cwd, known: cwdKnown })]
  })
}
