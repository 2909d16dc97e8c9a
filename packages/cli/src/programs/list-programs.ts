import type { Io } from '../io/io.ts'
import { findKept, type SecretFlags } from '../secrets/open-kept.ts'
import { programJson } from './program-json.ts'
import { renderProgramLine } from './render-program.ts'

/** Lists the programs that are kept. */
export async function listPrograms(flags: SecretFlags, io: Io): Promise<void> {
  await using store = await findKept(flags, io)
  const { output, diagnostics } = io
  const programs = ((await store?.programs.list()) ?? []).map(programJson)
  if (flags.json === true) return output.write(`${JSON.stringify({ programs })}\n`)
  if (programs.length === 0)
    return diagnostics.write('There are no programs. Add one with: drawbridge programs add NAME\n')
  const width = Math.max(...programs.map(({ name }) => name.length))
  await output.write(programs.map((program) => renderProgramLine(program, width)).join(''))
}
