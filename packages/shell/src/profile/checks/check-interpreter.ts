import type { CallBuilder } from '../call-builder.ts'

const withoutScript = [
  '-c',
  '-e',
  '-E',
  '-m',
  '--eval',
  '-p',
  '--print',
  '-pe',
  '-r',
  '-jar',
  '-f',
  '-R',
  '-x',
  '--test',
  '--run',
  '-v',
  '-V',
  '--version',
  '-version',
  '-l',
]

/** Without a script, an interpreter reads its program from standard input. */
export function checkInterpreter(call: CallBuilder): void {
  const [first] = call.parsed.operands
  if (first !== undefined && first.word.text !== '-') return
  if (call.has('-V', '-v', '--version', '-version') && call.argv.length === 2) return
  if (first === undefined && call.has(...withoutScript)) return
  if (call.parsed.unknown.length > 0 && first === undefined) call.gadget(-1, 'may read its program from standard input')
  call.gadget(-1, 'reads its program from standard input')
  call.readsScript = true
}
