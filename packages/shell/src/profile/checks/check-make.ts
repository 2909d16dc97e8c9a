import type { CallBuilder } from '../call-builder.ts'

/** Variables on the command line are expanded into recipes: only plain values, and none that names a program. */
export function checkMake(call: CallBuilder): void {
  for (const { word, index } of call.parsed.operands) {
    const match = /^([\w.-]+)[:+?]?=(.*)$/s.exec(word.text)
    if (match === null) continue
    const [, name = '', value = ''] = match
    const program =
      /^(?:\.?SHELL|\.?SHELLFLAGS|MAKE\w*|CC|CXX|CPP|LD|AR|AS|FC|LEX|YACC|RM|INSTALL|PYTHON|NODE|\w*FLAGS|\w*_CMD|\w*COMMAND|EDITOR|PATH)$/.test(
        name,
      )
    if (program || !/^[\w.@:,+/-]*$/.test(value) || /^[/.~]|\.\.\//.test(value)) {
      call.gadget(index, `${word.text} could run code`)
    }
  }
}
