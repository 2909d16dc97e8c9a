import { sliceWord, type Word } from '../word/word.ts'

/**
 * Returns the command line in the value of an option that runs one: of `alias.x=!id` (git) or `!id` (editors) the part
 * behind the mark.
 */
export function lineIn(value: Word): Word {
  return sliceWord(value, /^(?:[\w.-]+=(?:exec=)?(?=!|\S+\s)|exec=)?:?!?/.exec(value.text)?.[0].length ?? 0)
}
