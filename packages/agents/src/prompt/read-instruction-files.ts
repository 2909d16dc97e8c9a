import type { Session } from '@drawbridge/core'

/** The files of a folder that tell agents what to do there. */
const ofFolder = ['AGENTS.md']
/** The files of an agent with an own folder, in their order in the prompt. */
const ofAgent = ['IDENTITY.md', 'SOUL.md', 'AGENTS.md', 'TOOLS.md', 'USER.md', 'BOOTSTRAP.md']

/** A file with instructions. */
export interface InstructionFile {
  readonly path: string
  readonly text: string
}

/**
 * Reads the files at the root of the workspace that belong into a prompt. They are read by calls, so that the policy decides, secrets
 * are removed and the record has them; nobody is asked. A file that does not exist or may not be read is left out.
 */
export async function readInstructionFiles(
  session: Pick<Session, 'openRun' | 'principal'>,
): Promise<readonly InstructionFile[]> {
  const run = session.openRun({ mode: 'non-interactive' })
  const name = run.snapshot.names.exposedName('fs.read_file')
  if (name === undefined) return []
  const files: InstructionFile[] = []
  for (const path of session.principal.agent === undefined ? ofFolder : ofAgent) {
    const outcome = await run.call({ name, arguments: { path } })
    if (outcome.status === 'ok' && outcome.text.trim() !== '') files.push({ path, text: outcome.text })
  }
  run.end('completed')
  return files
}
