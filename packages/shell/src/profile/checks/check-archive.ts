import type { CallBuilder } from '../call-builder.ts'

/** Compressors replace their files, except when they list, test, or only copy standard input to output. */
export function checkArchive(call: CallBuilder): void {
  const { operands } = call.parsed
  if (operands.length === 0 || call.has('-l', '--list', '-t', '--test', '-c', '--stdout', '--to-stdout')) return
  call.change('replaces its files')
}
