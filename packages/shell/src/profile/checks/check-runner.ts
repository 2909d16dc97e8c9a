import type { CallBuilder } from '../call-builder.ts'

/**
 * A runner that starts the program named by its first operand (`npx tsc -p .`). The name is a gadget, so that a rule has
 * to spell it; the words after it are read by the profile of that program.
 */
export function checkRunner(call: CallBuilder): void {
  const [program] = call.parsed.operands
  if (program === undefined) {
    call.gadget(-1, 'starts whatever it finds')
    return
  }
  delegate(call, program.index)
}

/** Takes the words from `start` on as a call of its own and adds what its profile says. */
function delegate(call: CallBuilder, start: number): void {
  const words = call.argv.slice(start)
  const [first] = words
  if (first === undefined) return
  const name = first.static ? { ...first, ...stripVersion(first.text) } : first
  const inner = call.read([name, ...words.slice(1)])
  call.gadget(start, `starts ${first.text}`)
  call.change(`starts ${first.text}`)
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
  for (const command of inner.inner) call.run({ ...command, denyOnly: true })
  call.run({ kind: 'argv', argv: words, denyOnly: true })
}

/** `prettier@3` is prettier. */
function stripVersion(text: string): { readonly text: string; readonly prefix: string } {
  const name = text.replace(/(?<=.)@[\w.^~-]+$/, '').replace(/^@[\w-]+\//, '')
  return { text: name, prefix: name }
}
