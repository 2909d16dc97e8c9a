import type { CallBuilder } from '../call-builder.ts'

/** `fd … -x command`: everything after the option is the command. */
export function checkFd(call: CallBuilder): void {
  const at = call.argv.findIndex((word, index) => index > 0 && /^(?:-x|-X|--exec|--exec-batch)$/.test(word.text))
  if (at > 0 && call.argv[at + 1] !== undefined)
    call.run({ kind: 'argv', argv: call.argv.slice(at + 1), denyOnly: true })
}
