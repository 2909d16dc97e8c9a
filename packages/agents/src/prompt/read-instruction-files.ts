import { join } from 'node:path'
import type { Outcome, Session } from '@drawbridge/core'
import { isWithin } from '@drawbridge/core/base'
import { createEnclosure, enclose, enclosureNotice } from '@drawbridge/core/untrusted'

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
 * are removed and the record has them; nobody is asked. A file that does not exist or may not be read is left out. A file that an agent
 * has in its own folder and wrote after a stranger's words is put between markers: it tells the agent nothing to do.
 * @param home The data folder, in which agents have their folders.
 */
export async function readInstructionFiles(
  session: Pick<Session, 'openRun' | 'principal'>,
  home: string,
): Promise<readonly InstructionFile[]> {
  const run = session.openRun({ mode: 'non-interactive' })
  const name = run.snapshot.names.exposedName('fs.read_file')
  if (name === undefined) return []
  const files: InstructionFile[] = []
  for (const path of session.principal.agent === undefined ? ofFolder : ofAgent) {
    const outcome = await run.call({ name, arguments: { path } })
    if (outcome.status !== 'ok' || outcome.text.trim() === '') continue
    files.push({ path, text: isForeign(outcome, home) ? asData(path, outcome.text) : outcome.text })
  }
  run.end('completed')
  return files
}

/** Returns true if an agent has the file in the data folder and wrote it after a stranger's words. */
export function isForeign({ result }: Outcome, home: string): boolean {
  return result.content.some(
    ({ label: { trust, sources } }) =>
      trust === 'untrusted' &&
      sources.some(({ target }) => target !== undefined && isWithin(join(home, 'agents'), target)),
  )
}

/** Puts the text of a file between markers. */
export function asData(
  path: string,
  text: string,
  source = `a session that had read text of strangers, which wrote it into ${path}`,
): string {
  return `${enclosureNotice(source)}\n${enclose(text, createEnclosure())}`
}
