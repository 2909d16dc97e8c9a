import type { Word } from '../../word/word.ts'
import type { CallBuilder } from '../call-builder.ts'

/**
 * A runner that starts the program named by its first operand (`npx tsc -p .`). The name is a gadget, so that a rule has
 * to spell it; the words after it are read by the profile of that program.
 */
export function checkRunner(call: CallBuilder): void {
  checkCallOption(call)
  const [program] = call.parsed.operands
  if (program === undefined) {
    call.gadget(-1, 'starts whatever it finds')
    return
  }
  const words = call.argv.slice(program.index)
  call.gadget(program.index, `starts ${program.word.text}`)
  call.change(`starts ${program.word.text}`)
  delegate(call, words, program.index)
  call.run({ kind: 'argv', argv: withoutVersion(words), denyOnly: true })
}

/** `npx -c LINE`, `npm exec --call=LINE`: the value is a command line. */
function checkCallOption(call: CallBuilder): void {
  for (const { option, value } of call.parsed.options) {
    if (/^(?:-c|--call)$/.test(option.name) && value !== undefined)
      call.run({ kind: 'script', text: value, positional: [], denyOnly: true })
  }
}

/** Treats words, of which the first is at `start`, as a call of its own and adds the result of its profile. */
export function delegate(call: CallBuilder, words: readonly Word[], start: number): void {
  const [first] = words
  if (first === undefined) return
  const inner = call.read(withoutVersion(words))
  for (const gadget of inner.gadgets) {
    call.gadget(
      gadget.words.map((index) => (index < 0 ? -1 : index + start)),
      gadget.why,
    )
  }
  for (const use of inner.paths) call.path(use.word, use.access)
  for (const use of inner.hosts) call.host(use.word)
  for (const index of inner.data) call.data(index + start)
  for (const effect of inner.effects) call.effect(effect)
  for (const word of inner.code) call.code(word)
}

function withoutVersion([first, ...words]: readonly Word[]): readonly Word[] {
  if (first === undefined) return []
  return [first.static ? { ...first, ...stripVersion(first.text) } : first, ...words]
}

/** `prettier@3` is prettier. */
function stripVersion(text: string): { readonly text: string; readonly prefix: string } {
  const name = text.replace(/(?<=.)@[\w.^~-]+$/, '').replace(/^@[\w-]+\//, '')
  return { text: name, prefix: name }
}
